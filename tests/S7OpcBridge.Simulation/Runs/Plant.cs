using S7OpcBridge.Core;
using S7OpcBridge.S7;
using S7OpcBridge.Simulation.Plc;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.Simulation.Runs;

/// <summary>What a seed decides before the run begins: the tags, the map, and the limits of the PLC.</summary>
internal sealed class Plant
{
    private const int Blocks = 4;

    private static readonly int[] PduSizes = [240, 480, 960];

    private readonly List<SimulatedTag> _tags = [];
    private readonly int[] _ends = new int[Blocks + 1];

    public Plant(Random random)
    {
        Timeout = TimeSpan.FromSeconds(new[] { 1, 2, 5 }[random.Next(3)]);
        Intervals =
        [
            TimeSpan.FromMilliseconds(new[] { 100, 200, 500 }[random.Next(3)]),
            TimeSpan.FromSeconds(1),
            TimeSpan.FromSeconds(random.Next(2, 8)),
        ];
        StopIsUncertain = random.Next(4) > 0;
        Behavior = OtherLimits(random, CpuBehaviors.Generic);
        RequestedPdu = PduSizes[random.Next(3)];
        RequestedJobs = random.Next(1, 9);
        for (var i = 0; i < 30; i++)
            Add($"Tag{i}", (TagShape)random.Next((int)TagShape.Numbers + 1), random, isWritable: false);
        if (random.Next(2) == 0)
            Add("Long", TagShape.ManyNumbers, random, isWritable: false);
        for (var i = 0; i < 6; i++)
            Add($"Setpoint{i}", new[] { TagShape.Int, TagShape.DInt, TagShape.Numbers }[random.Next(3)], random, isWritable: true);
    }

    public TimeSpan Timeout { get; }

    public TimeSpan[] Intervals { get; }

    public bool StopIsUncertain { get; }

    public int RequestedPdu { get; }

    public int RequestedJobs { get; }

    /// <summary>The limits that the PLC begins with.</summary>
    public CpuBehavior Behavior { get; }

    public SimulatedTag[] Tags => [.. _tags];

    /// <summary>The same PLC with another PDU size and number of jobs.</summary>
    public static CpuBehavior OtherLimits(Random random, CpuBehavior behavior) =>
        behavior with
        {
            PduSize = PduSizes[random.Next(3)],
            MaxJobs = random.Next(1, 9),
        };

    public TagMap Map() =>
        new()
        {
            Plcs =
            [
                new PlcDefinition
                {
                    Index = 0,
                    Name = "Line1",
                    StopIsUncertain = StopIsUncertain,
                    CpuStateEvery = TimeSpan.FromSeconds(3),
                    Connection = new S7ConnectionOptions
                    {
                        Host = "192.0.2.1",
                        Timeout = Timeout,
                        PduSize = RequestedPdu,
                        MaxJobs = RequestedJobs,
                        SpinTime = TimeSpan.Zero,
                    },
                },
            ],
            ScanGroups = [.. Intervals.Select(static (interval, i) => new ScanGroup(i, 0, $"class{i}", interval))],
            Tags = [.. _tags.Select(static (tag, id) => Described(tag, id))],
        };

    private static Tag Described(SimulatedTag tag, int id)
    {
        if (
            !S7Address.TryParse(tag.AddressText, out var address, out _, out var error)
            || !S7DataType.TryParse(tag.TypeText, out var type, out error)
        )
            throw new InvalidOperationException(error);
        return new Tag
        {
            Id = id,
            Path = tag.Name,
            Plc = 0,
            ScanGroup = tag.ScanGroup,
            Address = address,
            Type = type,
            Access = tag.IsWritable ? TagAccess.ReadWrite : TagAccess.Read,
        };
    }

    // Some tags are neighbours, others have gaps between them.
    private void Add(string name, TagShape shape, Random random, bool isWritable)
    {
        var db = random.Next(1, Blocks + 1);
        var offset = _ends[db] + new[] { 0, 0, 2, 10, 90 }[random.Next(5)];
        var tag = new SimulatedTag(name, shape, (ushort)db, offset, random.Next(Intervals.Length), isWritable);
        _ends[db] = (offset + tag.Length + 1) / 2 * 2;
        _tags.Add(tag);
    }
}
