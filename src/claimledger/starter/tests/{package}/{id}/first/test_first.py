"""The claims of this chapter get the verdicts that are recorded."""

from claimledger import load, result


def test_every_claim_is_confirmed() -> None:
    claims = [claim.id for claim in load().values() if claim.chapter == "{id}/first"]
    assert claims
    assert [name for name in claims if not result(name).confirmed] == []
