namespace S7OpcBridge.S7.Tests;

public sealed class S7ReasonTests
{
    [TestCase(0x8104, "PUT/GET")]
    [TestCase(0x8302, "too few resources")]
    [TestCase(0x8304, "bottleneck")]
    [TestCase(0x8305, "not available in this CPU")]
    [TestCase(0x8404, "operating state")]
    [TestCase(0x8500, "fewer items")]
    [TestCase(0x8701, "shorter than asked")]
    [TestCase(0x8702, "does not support")]
    [TestCase(0x8703, "refused")]
    [TestCase(0xD209, "does not exist")]
    [TestCase(0xD241, "protection level")]
    [TestCase(0xD401, "system information")]
    [TestCase(0xD406, "not available now")]
    [TestCase(0xD602, "wrong password")]
    [TestCase(0xD605, "no password")]
    [TestCase(0xD801, "tag address")]
    [TestCase(0xD807, "Poll less often")]
    [TestCase(0xDC01, "date or time")]
    [TestCase(0xEF01, "id")]
    [TestCase(0x83FE, "no resources")]
    [TestCase(0x1234, "an undocumented error")]
    public void A_refusal_is_explained_with_its_code_and_what_to_do(int code, string said)
    {
        var text = S7Reason.ForRefusal((ushort)code);
        Assert.That(text, Does.StartWith($"{code:X4}, ").And.Contain(said).And.EndWith("."));
    }

    [Test]
    public void Every_code_gets_its_own_number_and_a_full_sentence()
    {
        for (var code = 1; code <= ushort.MaxValue; code++)
        {
            var text = S7Reason.ForRefusal((ushort)code);
            if (!text.StartsWith($"{code:X4}, ", StringComparison.Ordinal) || text[^1] != '.')
                Assert.Fail(text);
        }
    }

    [Test]
    public void A_service_that_the_CPU_does_not_offer_is_not_explained_by_PUT_GET() =>
        Assert.That(
            S7Reason.ForService(0x8104),
            Does.StartWith("8104, ").And.Contain("does not offer this service").And.Not.Contain("PUT/GET")
        );

    [Test]
    public void Every_item_status_is_explained()
    {
        foreach (var status in Enum.GetValues<S7ItemStatus>())
            Assert.That(S7Reason.ForItem(status), Does.Not.Contain("no manual"), $"{status}");
        Assert.That(S7Reason.ForItem((S7ItemStatus)0x42), Does.Contain("42"));
    }
}
