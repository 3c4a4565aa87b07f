namespace S7OpcBridge.Simulator.Tests.Plus;

/// <summary>Alarms by script, and those that cannot be.</summary>
public sealed class PlusAlarmScriptTests
{
    private static readonly SoftAlarm First = new("DB_Pack", 1, [new(1033, "Motor stopped")]);

    private static readonly SoftPlusOptions Two = new() { Alarms = [First, First with { Number = 2 }] };

    [Test]
    public async Task A_script_raises_and_acknowledges_alarms()
    {
        var script = FaultScript.Parse(
            """
            at 0s alarm db_pack/1 on
            at 0s alarm "DB_Pack/2" on    # in quotes
            at 0s alarm DB_Pack/1 off
            at 0s alarm DB_Pack/1 ack
            at 0s alarm DB_Other/1 on     # another PLC's
            """,
            "test"
        );
        await using var plant = new PlusPlant(Two);
        foreach (var (_, act) in script.Timeline())
            act(plant.Plc);
        Assert.That(plant.Plus.Alarms.Pending, Is.EqualTo(new[] { "DB_Pack/2" }));
    }

    [TestCase("alarm", "an alarm")]
    [TestCase("alarm DB_Pack/1", "on, off or ack")]
    [TestCase("alarm DB_Pack/1 up", "'up'")]
    [TestCase("alarm \"DB_Pack/1 on", "double quote")]
    public void A_wrong_line_of_a_script_says_what_is_missing(string line, string words) =>
        Assert.That(
            Assert.Throws<SoftPlcException>(() => FaultScript.Parse(line, "test"))!.Message,
            Does.StartWith("test:1:").And.Contain(words)
        );

    [Test]
    public void An_alarm_that_cannot_be_sent_is_not_declared()
    {
        Assert.Throws<SoftPlcException>(() => new PlusPlant(new SoftPlusOptions { Alarms = [First with { Number = 0 }] }));
        Assert.Throws<SoftPlcException>(() =>
            new PlusPlant(new SoftPlusOptions { Alarms = [First with { Values = [.. Enumerable.Repeat("DB_Pack.Count", 11)] }] })
        );
    }
}
