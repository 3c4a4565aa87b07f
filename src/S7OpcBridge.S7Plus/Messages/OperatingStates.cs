using S7OpcBridge.S7Plus.Objects;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Messages;

/// <summary>
/// The operating state of the CPU: an Explore of the execution unit (object 52) shows attribute 2237, a structure 3481 whose member 3486 is a DInt, 4 in STOP
/// and 8 in RUN. Seen in answers of PLCSIM Advanced (CPU 1511, firmware 2.9) by another client (gijzelaerr/s7commplus); other numbers are unknown.
/// </summary>
internal static class OperatingStates
{
    private const uint StateNumber = 3486;
    private const int Stop = 4,
        Run = 8;

    /// <summary>Asks for the attribute alone.</summary>
    public static readonly RequestBody Request = SingleVariable.Get(PlusIds.CpuExecUnit, PlusIds.ExecUnitState);

    /// <summary>Asks for the whole execution unit, some 700 bytes: an Explore of chosen attributes was never seen.</summary>
    public static readonly RequestBody WholeRequest = Explore.Request(PlusIds.CpuExecUnit, []);

    /// <summary>Reads the objects of an answer, without allocating. False: none of them tells the state.</summary>
    public static bool TryRead(ref PlusReader from, out S7PlusOperatingState state)
    {
        state = S7PlusOperatingState.Unknown;
        while (from.Left > 0)
        {
            switch (from.Byte())
            {
                case PlusObject.StartOfObject:
                    PlusObjectHead.Read(ref from);
                    break;
                case PlusObject.Attribute when from.Vlq32() == PlusIds.ExecUnitState:
                    return TryReadNumber(ref from, out state);
                case PlusObject.Attribute:
                    ValueSkip.Skip(ref from);
                    break;
                case PlusObject.Relation:
                    from.Vlq32();
                    from.UInt32();
                    break;
                case PlusObject.EndOfObject:
                    break;
                default:
                    // The end, or a part that no execution unit has been seen with.
                    return false;
            }
        }
        return false;
    }

    /// <summary>The attribute as a CPU has it.</summary>
    public static PlusMember Encode(bool isRunning) =>
        new(
            PlusIds.ExecUnitState,
            PlusValue.Struct(PlusIds.ExecUnitStateStruct, new PlusMember(StateNumber, PlusValue.DInt(isRunning ? Run : Stop)))
        );

    /// <summary>Reads the value of the attribute, without allocating. False: it is none.</summary>
    public static bool TryReadValue(ref PlusReader from, out S7PlusOperatingState state)
    {
        SingleVariable.SkipToValue(ref from);
        return TryReadNumber(ref from, out state);
    }

    private static bool TryReadNumber(ref PlusReader from, out S7PlusOperatingState state)
    {
        state = S7PlusOperatingState.Unknown;
        var flags = from.Byte();
        if ((WireType)from.Byte() != WireType.Struct || (flags & ValueFlags.FormMask) != 0 || from.UInt32() != PlusIds.ExecUnitStateStruct)
            return false;
        for (var key = from.Vlq32(); key != 0; key = from.Vlq32())
        {
            if (key != StateNumber)
            {
                ValueSkip.Skip(ref from);
                continue;
            }
            flags = from.Byte();
            if ((WireType)from.Byte() != WireType.DInt || (flags & ValueFlags.FormMask) != 0)
                return false;
            state = from.VlqInt32() switch
            {
                Stop => S7PlusOperatingState.Stop,
                Run => S7PlusOperatingState.Run,
                _ => S7PlusOperatingState.Unknown,
            };
            return true;
        }
        return false;
    }
}
