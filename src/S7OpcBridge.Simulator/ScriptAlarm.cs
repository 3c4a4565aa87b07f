using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator;

/// <summary>
/// Parses the alarms of a script: <c>NAME on|off|ack</c>. A name of block and number (<c>DB_Pack/1</c>) is one of S7CommPlus. A number is one of classic S7,
/// with its signal behind a stroke where it has eight (<c>60000123</c>, <c>187/3</c>); its block and values may follow <c>on</c> and <c>off</c>:
/// <c>[notify|sq] [HEX…]</c>.
/// </summary>
internal static class ScriptAlarm
{
    private const int MostValues = 10;

    public static Action<SoftPlc> Read(ref ScriptWords words)
    {
        var name = words.NextName("an alarm, such as DB_Pack/1 or 60000123");
        words.Alarm = (name, words.Column);
        if (S7AlarmNumber.TryParse(name, out var alarm))
            return ReadClassic(ref words, alarm);
        if (name.AsSpan().IndexOfAnyExcept("0123456789/") < 0)
            throw words.Error($"'{name}' is no alarm; write its message number, with /1 to /8 behind it for a signal of ALARM_8");
        var word = words.Next("on, off or ack");
        return word switch
        {
            "on" => plc => plc.Plus?.Alarms.TrySet(name, true),
            "off" => plc => plc.Plus?.Alarms.TrySet(name, false),
            "ack" => plc => plc.Plus?.Alarms.TryAcknowledge(name),
            _ => throw words.Unknown(word, "on, off, ack"),
        };
    }

    private static Action<SoftPlc> ReadClassic(ref ScriptWords words, S7AlarmNumber alarm)
    {
        var word = words.Next("on, off or ack");
        var signal = Math.Max(1, alarm.Signal);
        switch (word)
        {
            case "ack":
                return plc => plc.Messages.Acknowledge(alarm.Id, (byte)(1 << (signal - 1)));
            case "on" or "off":
                var kind = alarm.HasSignal ? PlcAlarmKind.Alarm8 : ReadKind(ref words);
                var values = ReadValues(ref words);
                return plc => plc.Messages.Set(alarm.Id, kind, signal, word == "on", values);
            default:
                throw words.Unknown(word, "on, off, ack");
        }
    }

    private static PlcAlarmKind ReadKind(ref ScriptWords words) =>
        words.TryTake("notify") ? PlcAlarmKind.Notify
        : words.TryTake("sq") ? PlcAlarmKind.AlarmSq
        : PlcAlarmKind.AlarmS;

    private static byte[][] ReadValues(ref ScriptWords words)
    {
        var values = new List<byte[]>();
        var length = 0;
        while (!words.IsEmpty)
        {
            values.Add(words.NextBytes("bytes of a value"));
            length += values[^1].Length;
            if (values.Count > MostValues || length > PlcMessages.LongestValues)
                throw words.Error(
                    $"an alarm has at most {MostValues} values of {PlcMessages.LongestValues} bytes in all; leave some of them out"
                );
        }
        return [.. values];
    }
}
