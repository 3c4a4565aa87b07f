namespace S7OpcBridge.S7.Tests.Messages;

/// <summary>Numbers of alarms as people write them.</summary>
public sealed class AlarmNumberTests
{
    [TestCase("60000123", 0x60000123u, 0, "60000123")]
    [TestCase("60000123/3", 0x60000123u, 3, "60000123/3")]
    [TestCase("187/8", 187u, 8, "000000BB/8")]
    [TestCase("1610612737", 0x60000001u, 0, "60000001")]
    [TestCase("16#AF", 0xAFu, 0, "000000AF")]
    [TestCase("0x60000123", 0x60000123u, 0, "60000123")]
    [TestCase("0Xaf/1", 0xAFu, 1, "000000AF/1")]
    public void A_number_is_read_and_shown_in_one_way(string text, uint id, int signal, string shown)
    {
        Assert.That(S7AlarmNumber.TryParse(text, out var number), Is.True);
        Assert.That((number.Id, number.Signal, number.HasSignal, number.ToString()), Is.EqualTo((id, signal, signal > 0, shown)));
        Assert.That(S7AlarmNumber.TryParse(shown, out var again) && again == number, Is.True, "what is shown can be written");
    }

    [TestCase("")]
    [TestCase("/3")]
    [TestCase("187/")]
    [TestCase("187/0")]
    [TestCase("187/9")]
    [TestCase("187/3/1")]
    [TestCase("DB/1")]
    [TestCase("DB_Pack/1")]
    [TestCase("AF")]
    [TestCase("16#")]
    [TestCase("0x")]
    [TestCase("-5")]
    [TestCase("99999999999")]
    [TestCase("Motor steht")]
    public void What_is_no_number_is_none(string text) => Assert.That(S7AlarmNumber.TryParse(text, out _), Is.False);
}
