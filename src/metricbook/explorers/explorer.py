"""x"""
EXPLORERS={}
class Explorer: pass
def explore(): pass
