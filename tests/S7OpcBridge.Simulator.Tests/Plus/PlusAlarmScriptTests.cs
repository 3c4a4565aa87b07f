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
            Assert.Throws<FaultScriptException>(() => FaultScript.Parse(line, "test"))!.Message,
            Does.StartWith("test:1:").And.Contain(words)
        );

    [Test]
    public async Task An_alarm_that_no_soft_PLC_has_is_an_error_at_its_place()
    {
        var script = FaultScript.Parse("at 1s stop\nat 2s alarm DB_Pack/1 on\nat 3s alarm DB_Oven/1 on\nat 4s alarm 187/3 on", "f.txt");
        await using var modern = new PlusPlant(Two);
        await using var old = new SoftPlc(new SoftPlcOptions { Behavior = CpuBehaviors.S7_400 }, TimeProvider.System);
        // Each runs the whole script: it is enough that one of them has the alarm.
        Assert.That(
            Assert.Throws<FaultScriptException>(() => script.CheckFor([modern.Plc, old]))!.Message,
            Is.EqualTo("f.txt:3:13: error: no soft PLC here has the alarm DB_Oven/1; use one of DB_Pack/1, DB_Pack/2")
        );
        var lines = Assert.Throws<FaultScriptException>(() => script.CheckFor([modern.Plc]))!.Message.Split(Environment.NewLine);
        Assert.That(lines, Has.Length.EqualTo(2));
        Assert.That(lines[1], Does.StartWith("f.txt:4:13: error: no soft PLC here sends the alarm 187/3: only those of profile s7-300"));
        lines = Assert.Throws<FaultScriptException>(() => script.CheckFor([old]))!.Message.Split(Environment.NewLine);
        Assert.That(lines.Select(static line => line[..8]), Is.EqualTo(new[] { "f.txt:2:", "f.txt:3:" }));
        Assert.That(lines[0], Does.Contain("'protocol: s7plus'").And.Contain("60000123"));
    }

    [Test]
    public void An_alarm_that_cannot_be_sent_is_not_declared()
    {
        Assert.Throws<SoftPlcException>(() => new PlusPlant(new SoftPlusOptions { Alarms = [First with { Number = 0 }] }));
        Assert.Throws<SoftPlcException>(() =>
            new PlusPlant(new SoftPlusOptions { Alarms = [First with { Values = [.. Enumerable.Repeat("DB_Pack.Count", 11)] }] })
        );
    }
}
