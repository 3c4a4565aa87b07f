using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator;

/// <summary>Parses the faults of a script.</summary>
internal static class ScriptFault
{
    private const string Known =
        "drop, delay T, reorder N, cotp N, tcp N [T], empty N, duplicate N, reference N, tpkt N, parameters N, data N, itemlength N, "
        + "itemcount N, "
        + "half, garbage N, reset, close, silence, disconnect, longconfirm, bareconfirm, shuffledconfirm, refuse CODE, fail ITEM CODE, padlast, errorlength N";

    private const int LargestFrame = 65_535;

    public static Fault Read(ref ScriptWords words)
    {
        var word = words.Next("a fault (" + Known + ")");
        return word switch
        {
            "drop" => Fault.Drop(),
            "delay" => Fault.Delay(words.NextDuration("a delay")),
            "reorder" => Fault.Reorder(words.NextNumber("a number of answers", 2, 255)),
            "cotp" => Fault.FragmentCotp(words.NextNumber("a number of bytes", 1, LargestFrame)),
            "tcp" => Fault.FragmentTcp(
                words.NextNumber("a number of bytes", 1, LargestFrame),
                words.IsEmpty ? TimeSpan.Zero : words.NextDuration("a pause")
            ),
            "empty" => Fault.EmptyFrames(words.NextNumber("a number of frames", 1, 255)),
            "duplicate" => Fault.Duplicate(words.NextNumber("a number of answers", 1, 255)),
            "reference" => Fault.WrongReference(ReadLie(ref words)),
            "tpkt" => Fault.TpktLength(ReadLie(ref words)),
            "parameters" => Fault.ParameterLength(ReadLie(ref words)),
            "data" => Fault.DataLength(ReadLie(ref words)),
            "itemlength" => Fault.ItemLength(ReadLie(ref words)),
            "itemcount" => Fault.ItemCount(ReadLie(ref words)),
            "half" => Fault.HalfFrame(),
            "garbage" => Fault.Garbage(words.NextNumber("a number of bytes", 1, LargestFrame)),
            "reset" => Fault.Reset(),
            "close" => Fault.Close(),
            "silence" => Fault.Silence(),
            "disconnect" => Fault.Disconnect(),
            "longconfirm" => Fault.LongConfirm(),
            "bareconfirm" => Fault.BareConfirm(),
            "shuffledconfirm" => Fault.ShuffledConfirm(),
            "refuse" => Fault.Refuse((ushort)words.NextCode("an error class and code", 0xFFFF)),
            "fail" => Fault.FailItem(
                words.NextNumber("an item, counted from 0", 0, 255),
                (S7ItemStatus)words.NextCode("an item code", 0xFE)
            ),
            "padlast" => Fault.PadLast(),
            "errorlength" => Fault.ErrorLength(words.NextNumber("a number of bytes", 0, LargestFrame)),
            _ => throw words.Unknown(word, Known),
        };
    }

    private static int ReadLie(ref ScriptWords words) => words.NextNumber("by how much it lies", -LargestFrame, LargestFrame);
}
