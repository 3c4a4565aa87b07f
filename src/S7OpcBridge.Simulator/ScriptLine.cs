namespace S7OpcBridge.Simulator;

/// <summary>
/// The grammar of a script line: <c>[at T | every T] (on EVENT [skip N] [times N | always] [every N] FAULT | ACTION)</c>.
/// </summary>
internal static class ScriptLine
{
    private const int Many = 1_000_000;

    /// <summary>Parses a line into steps.</summary>
    public static void Read(ref ScriptWords words, List<ScriptStep> steps)
    {
        var at = TimeSpan.Zero;
        var every = TimeSpan.Zero;
        if (words.TryTake("at"))
            at = words.NextDuration("a time");
        else if (words.TryTake("every"))
            at = every = words.NextDuration("a time");
        if (words.Column > 1 && at == TimeSpan.Zero && every == TimeSpan.Zero && words.IsEmpty)
            throw words.Error("the line ends here; add what happens then");

        if (words.TryTake("reboot"))
        {
            var darkness = words.NextDuration("how long the PLC is away");
            if (every > TimeSpan.Zero && every <= darkness)
                throw words.Error("the PLC is away longer than until its next reboot; make one of the times shorter or longer");
            steps.Add(new ScriptStep(at, every, plc => plc.Faults.CutPower()));
            steps.Add(new ScriptStep(at + darkness, every, plc => plc.Faults.GivePower()));
        }
        else
        {
            var act = words.TryTake("on") ? ReadFault(ref words) : ScriptAction.Read(ref words);
            steps.Add(new ScriptStep(at, every, act));
        }

        if (!words.IsEmpty)
        {
            var surplus = words.Next("nothing");
            throw words.Error($"'{surplus}' is not allowed here; end the line before it");
        }
    }

    private static Action<SoftPlc> ReadFault(ref ScriptWords words)
    {
        var point = ReadPoint(ref words);
        int skip = 0,
            times = 1,
            every = 1;
        while (true)
        {
            if (words.TryTake("skip"))
                skip = words.NextNumber("a number of events", 0, Many);
            else if (words.TryTake("times"))
                times = words.NextNumber("a number of events", 1, Many);
            else if (words.TryTake("always"))
                times = 0;
            else if (words.TryTake("every"))
                (every, times) = (words.NextNumber("a number of events", 1, Many), 0);
            else
                break;
        }

        var fault = ScriptFault.Read(ref words);
        return plc => plc.Faults.Arm(fault, point, skip, times, every);
    }

    private static FaultPoint ReadPoint(ref ScriptWords words)
    {
        const string Known = "accept, connect, setup, read, write, userdata, browse, notify, job, answer";
        var word = words.Next("an event (" + Known + ")");
        return word switch
        {
            "accept" => FaultPoint.Accept,
            "connect" => FaultPoint.Connect,
            "setup" => FaultPoint.Setup,
            "read" => FaultPoint.Read,
            "write" => FaultPoint.Write,
            "userdata" => FaultPoint.Userdata,
            "browse" => FaultPoint.Browse,
            "notify" => FaultPoint.Notify,
            "job" => FaultPoint.Job,
            "answer" => FaultPoint.Answer,
            _ => throw words.Unknown(word, Known),
        };
    }
}
