using S7OpcBridge.S7Plus.Alarms;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Objects;
using S7OpcBridge.S7Plus.Values;
using S7OpcBridge.Simulator.Plus.Alarms;
using S7OpcBridge.Simulator.Plus.Symbols;

namespace S7OpcBridge.Simulator.Plus.Serving;

/// <summary>Answers Explore requests: blocks, types, the operating state.</summary>
internal sealed class PlusBrowse(SoftPlus plus, PlcCpu cpu)
{
    // Among the languages of blocks.
    private const ushort DataBlock = 5;

    public void Explore(ExploreRequest request, PlusAnswer answer)
    {
        var found = Find(request);
        if (found is null)
        {
            answer.To.Vlq64(PlusCodes.NoObject);
            answer.To.UInt32(request.Object);
            answer.To.Vlq(answer.Integrity(request.Integrity));
            answer.To.UInt32(0);
            return;
        }

        // A list has no object of its own.
        var target = request.RequestId == 0 ? request.Object : 0;
        S7Plus.Messages.Explore.WriteAnswer(answer.To, target, answer.Integrity(request.Integrity), found);
    }

    /// <summary>An attribute of an object; null: there is none such.</summary>
    public PlusValue? AttributeOf(uint target, uint attribute) =>
        PlusIdentity.AttributeOf(target, attribute, plus.Options.Cpu)
        ?? Find(new ExploreRequest(target, false, false, 0, [], 0))?.FirstOrDefault()?[attribute];

    private IEnumerable<PlusObject>? Find(ExploreRequest request)
    {
        var program = plus.Program;
        switch (request.Object)
        {
            case PlusIds.PlcProgram when request.InstancesOf == PlusIds.DbClass:
                return program.Blocks.Values.Select(block => BlockObject(block, request.Attributes));
            case PlusIds.PlcProgram:
                var root = new PlusObject { Rid = PlusIds.PlcProgram, Class = PlusIds.PlcProgramClass };
                root.Children.AddRange(program.Blocks.Values.Select(block => BlockObject(block, request.Attributes)));
                return [root];
            case PlusIds.TypeInfoContainer:
                var container = new PlusObject { Rid = PlusIds.TypeInfoContainer, Class = PlusIds.TypeInfoContainerClass };
                container.Children.AddRange(program.Types());
                return [container];
            case PlusIds.CpuExecUnit:
                return [ExecUnit(request.Attributes)];
            case AlarmIds.Subsystem:
                return request.RequestId == AlarmIds.PendingAlarms ? PendingAlarms() : [];
            case AlarmIds.TextContainer:
                return [TextContainer()];
            case >= AlarmIds.TextLists and <= (AlarmIds.TextLists | ushort.MaxValue):
                return SoftTextLibrary.Encode(plus.Options.TextLists, (ushort)request.Object) is { } library ? [library] : [];
            default:
                if (program.Blocks.TryGetValue(request.Object, out var single))
                    return [BlockObject(single, request.Attributes)];
                return program.Types().FirstOrDefault(type => type.Rid == request.Object) is { } found ? [found] : null;
        }
    }

    private IEnumerable<PlusObject> PendingAlarms() =>
        plus.Alarms.List().Select(static (news, number) => AlarmObjects.Encode(news, "ExplDai", (uint)number + 1, []));

    private PlusObject TextContainer()
    {
        var languages = plus.Options.Alarms.SelectMany(static alarm => alarm.Texts).Select(static text => (ulong)text.Lcid).Distinct();
        var found = new PlusObject { Rid = AlarmIds.TextContainer, Class = AlarmIds.TextContainerClass };
        found.Attributes.Add(new PlusMember(AlarmIds.CpuLanguages, new PlusValue(ValueFlags.Array, WireType.UInt, 0, languages.ToArray())));
        return found;
    }

    private PlusObject ExecUnit(uint[] wanted)
    {
        // Class flags, place and its flags as PLCSIM sends them.
        var unit = new PlusObject
        {
            Rid = PlusIds.CpuExecUnit,
            Class = PlusIds.ExecUnitClass,
            ClassFlags = 0x30,
            AttributeId = PlusIds.ExecUnitPlace,
            AttributeFlags = 6,
        };
        unit.Attributes.Add(new PlusMember(PlusIds.Name, PlusValue.WString("theCPUexecUnit")));
        unit.Attributes.Add(new PlusMember(PlusIds.ExecUnitStateRequest, PlusValue.DInt(0)));
        unit.Attributes.Add(OperatingStates.Encode(cpu.IsRunning));
        unit.Attributes.RemoveAll(attribute => wanted.Length > 0 && !wanted.Contains(attribute.Key));
        return unit;
    }

    private static PlusObject BlockObject(SymbolBlock block, uint[] wanted)
    {
        var found = new PlusObject { Rid = block.Rid, Class = PlusIds.DbClass };
        Add(PlusIds.Name, PlusValue.WString(block.Declared.Name));
        Add(PlusIds.BlockNumber, PlusValue.UDInt((uint)block.Declared.Number));
        Add(PlusIds.BlockLanguage, PlusValue.UInt(DataBlock));
        Add(PlusIds.LastModified, Timestamp(block.Modified));
        Add(PlusIds.InterfaceModified, Timestamp(block.Modified));
        return found;

        void Add(uint attribute, PlusValue value)
        {
            if (wanted.Length == 0 || wanted.Contains(attribute))
                found.Attributes.Add(new PlusMember(attribute, value));
        }
    }

    private static PlusValue Timestamp(ulong nanoseconds) => new(0, WireType.Timestamp, nanoseconds, null);
}
