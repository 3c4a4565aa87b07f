using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Alarms;

/// <summary>The list of the alarms that are active or not acknowledged: an Explore of the alarm subsystem under an id of its own.</summary>
internal static class PendingAlarms
{
    /// <summary>Alarms of one CPU at most.</summary>
    public const int Most = 10_000;

    /// <summary>Bytes of the list at most.</summary>
    private const int MostBytes = 32 << 20;

    private static readonly uint[] Attributes =
    [
        AlarmIds.CpuAlarmId,
        AlarmIds.AllStates,
        AlarmIds.Domain,
        AlarmIds.Coming,
        AlarmIds.Going,
        AlarmIds.MessageType,
        AlarmIds.HmiInfo,
        PlusIds.Name,
        AlarmIds.SequenceCounter,
        AlarmIds.Texts,
    ];

    public static RequestBody Request()
    {
        var to = new PlusWriter();
        to.UInt32(AlarmIds.Subsystem);
        to.Vlq(AlarmIds.PendingAlarms);
        to.Bytes([1, 1, 0, 0]);
        to.Vlq((uint)Attributes.Length);
        foreach (var attribute in Attributes)
            to.Vlq(attribute);
        return new RequestBody(PlusFunction.Explore, to.ToArray(), RequestBody.ExploreEnd);
    }

    /// <summary>Takes the objects of an answer after its header, to be read by <see cref="Read"/> elsewhere than on the receive loop.</summary>
    public static PendingAnswer ReadAnswer(ref PlusReader from)
    {
        var result = new S7PlusReturnValue(from.Vlq64());
        if (result.IsError)
            return new PendingAnswer(result, []);
        from.UInt32();
        from.Vlq32();
        return new PendingAnswer(result, from.Left > MostBytes ? null : from.Bytes(from.Left).ToArray());
    }

    /// <summary>Reads the objects.</summary>
    /// <returns>False: there are more alarms than are kept, or some that cannot be read.</returns>
    public static bool Read(byte[]? objects, List<AlarmRecord> into)
    {
        if (objects is null)
            return false;
        try
        {
            var from = new PlusReader(objects);
            return AlarmReader.ReadAll(ref from, into, Most);
        }
        catch (S7PlusProtocolException)
        {
            return false;
        }
    }
}

/// <summary>The answer to a request for pending alarms.</summary>
/// <param name="Result">Return value of the CPU.</param>
/// <param name="Objects">The objects; null: too many bytes.</param>
internal readonly record struct PendingAnswer(S7PlusReturnValue Result, byte[]? Objects);
