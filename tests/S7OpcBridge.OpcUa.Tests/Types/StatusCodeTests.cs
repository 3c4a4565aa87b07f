namespace S7OpcBridge.OpcUa.Tests;

public class StatusCodeTests
{
    [TestCase(StatusCodes.Good, true, false, false)]
    [TestCase(StatusCodes.GoodClamped, true, false, false)]
    [TestCase(StatusCodes.UncertainLastUsableValue, false, true, false)]
    [TestCase(StatusCodes.BadNodeIdUnknown, false, false, true)]
    public void Severity_is_in_the_top_two_bits(uint code, bool good, bool uncertain, bool bad)
    {
        var status = new StatusCode(code);
        Assert.That((status.IsGood, status.IsUncertain, status.IsBad), Is.EqualTo((good, uncertain, bad)));
    }
}
