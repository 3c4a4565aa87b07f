namespace S7OpcBridge.Simulator;

/// <summary>Parses the script actions that affect the whole PLC.</summary>
internal static class ScriptAction
{
    private const string Known =
        "on EVENT FAULT, run, stop, putget on|off, protection none|write|readwrite, db N length L, db N delete, "
        + "db N bytes OFFSET HEX, db N access free|readonly|denied|optimised, "
        + "alarm NAME on|off|ack, event CODE, station N down|up, reboot T, reset, close, cut, mend, clear";

    public static Action<SoftPlc> Read(ref ScriptWords words)
    {
        var word = words.Next("what happens (" + Known + ")");
        return word switch
        {
            "run" => plc => plc.Cpu.IsRunning = true,
            "stop" => plc => plc.Cpu.IsRunning = false,
            "putget" => ReadPutGet(ref words),
            "protection" => ReadProtection(ref words),
            "db" => ReadBlock(ref words),
            "alarm" => ScriptAlarm.Read(ref words),
            "event" => ReadEvent(ref words),
            "station" => ReadStation(ref words),
            "reset" => plc => plc.Faults.ResetConnections(),
            "close" => plc => plc.Faults.CloseConnections(),
            "cut" => plc => plc.Faults.CutCable(),
            "mend" => plc => plc.Faults.MendCable(),
            "clear" => plc => plc.Faults.Clear(),
            _ => throw words.Unknown(word, Known),
        };
    }

    private static Action<SoftPlc> ReadPutGet(ref ScriptWords words)
    {
        var word = words.Next("on or off");
        return word switch
        {
            "on" => plc => plc.Cpu.PutGet = true,
            "off" => plc => plc.Cpu.PutGet = false,
            _ => throw words.Unknown(word, "on, off"),
        };
    }

    private static Action<SoftPlc> ReadProtection(ref ScriptWords words)
    {
        var word = words.Next("a protection level");
        PlcProtection level = word switch
        {
            "none" => PlcProtection.None,
            "write" => PlcProtection.Write,
            "readwrite" => PlcProtection.ReadWrite,
            _ => throw words.Unknown(word, "none, write, readwrite"),
        };
        return plc => plc.Cpu.Protection = level;
    }

    private static Action<SoftPlc> ReadEvent(ref ScriptWords words)
    {
        var id = (ushort)words.NextCode("an event id", 0xFFFF);
        return plc => plc.Messages.Enter(id);
    }

    private static Action<SoftPlc> ReadStation(ref ScriptWords words)
    {
        var station = words.NextNumber("a DP station", 1, PlcMessages.MostStations);
        var word = words.Next("down or up");
        return word switch
        {
            "down" => plc => plc.Messages.SetStation(station, isThere: false),
            "up" => plc => plc.Messages.SetStation(station, isThere: true),
            _ => throw words.Unknown(word, "down, up"),
        };
    }

    private static Action<SoftPlc> ReadBlock(ref ScriptWords words)
    {
        var db = words.NextNumber("a block number", 1, ushort.MaxValue);
        var word = words.Next("what happens to the block");
        switch (word)
        {
            case "length":
                var length = words.NextNumber("a length in bytes", 0, PlcMemory.MaxBlockLength);
                return plc => plc.Memory.DownloadBlock(db, length);
            case "delete":
                return plc => plc.Memory.DeleteBlock(db);
            case "access":
                var access = ReadAccess(ref words);
                return plc => plc.Memory.Protect(db, access);
            case "bytes":
                var offset = words.NextNumber("an offset in the block", 0, PlcMemory.MaxBlockLength - 1);
                var bytes = words.NextBytes("bytes");
                return plc => plc.Memory.Put(db, offset, bytes);
            default:
                throw words.Unknown(word, "length, delete, access, bytes");
        }
    }

    private static BlockAccess ReadAccess(ref ScriptWords words)
    {
        var word = words.Next("an access");
        return word switch
        {
            "free" => BlockAccess.Free,
            "readonly" => BlockAccess.ReadOnly,
            "denied" => BlockAccess.Denied,
            "optimised" => BlockAccess.Optimised,
            _ => throw words.Unknown(word, "free, readonly, denied, optimised"),
        };
    }
}
