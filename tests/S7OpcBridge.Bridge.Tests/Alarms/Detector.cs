using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Bridge.Alarms;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa.Server.Conditions;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Bridge.Tests.Alarms;

/// <summary>Alarms of a map, fed with batches as the publisher feeds them.</summary>
internal sealed class Detector : IDisposable
{
    private readonly TagMap _map;
    private Acquisition? _acquisition;
    private readonly Dictionary<int, TagValue> _values = [];

    public Detector(params (string Name, string Type, TagAlarm[] Alarms)[] tags)
    {
        _map = Maps.Of([.. tags.Select(tag => ("Line1", tag.Name, tag.Type, DetailsOf(tag.Alarms)))]);
        Conditions = new ConditionSet(Clock, "urn:test");
        Conditions.Changed += condition => Changes.Add(condition);
        Detection = new AlarmDetection(Gate, Conditions, Clock, Read);
        Model = AlarmModel.From(_map);
        Conditions.Replace(Model.Definitions);
        Detection.Adopt(Model, _ => null);
    }

    /// <summary>True: the values come from another node of a cluster.</summary>
    public bool IsForwarded { get; init; }

    public Lock Gate { get; } = new();

    public ManualClock Clock { get; } = new();

    public ConditionSet Conditions { get; }

    public AlarmDetection Detection { get; }

    public AlarmModel Model { get; }

    /// <summary>The conditions that sent an event, in order.</summary>
    public List<int> Changes { get; } = [];

    public static readonly AlarmClass Errors = new("Errors", 800);

    public static BitAlarm Bit(int bit = 0, string id = "", bool when = true) =>
        new()
        {
            Class = Errors,
            Text = AlarmText.Parse("Broken"),
            Bit = bit,
            Id = id,
            When = when,
        };

    public static LevelAlarm Level(
        double? low = null,
        double? high = null,
        double? highHigh = null,
        double hysteresis = 0,
        bool exclusive = true
    ) =>
        new()
        {
            Class = Errors,
            Text = AlarmText.Parse("Level"),
            Low = low,
            High = high,
            HighHigh = highHigh,
            Hysteresis = hysteresis,
            Exclusive = exclusive,
        };

    public TagValue Read(int tag) => _values.GetValueOrDefault(tag);

    public ConditionView Show(int condition = 0) => Conditions.Show(condition);

    public ConditionStates States(int condition = 0) => Show(condition).Record.States;

    public void Send(params (int Tag, object? Value)[] samples) => Send(TagQuality.Good, samples);

    public void Send(TagQuality quality, params (int Tag, object? Value)[] samples)
    {
        var batch = IsForwarded ? Forwarded() : new TagBatch();
        foreach (var (tag, value) in samples)
        {
            var converted = ValueOf(value);
            if (value is not null)
                _values[tag] = converted;
            batch.Add(new TagSample(tag, converted, quality, Clock.GetUtcNow().UtcTicks));
        }
        Detection.Evaluate(batch);
    }

    public void Dispose()
    {
        Detection.Dispose();
        Conditions.Dispose();
    }

    private TagBatch Forwarded() => (_acquisition ??= new Acquisition(_map, Clock, NullLoggerFactory.Instance)).RentForwarded(0, 0);

    private static TagDetails? DetailsOf(TagAlarm[] alarms) =>
        alarms.Length == 0 ? null : new TagDetails { Alarms = new TagAlarms([.. alarms]) };

    private static TagValue ValueOf(object? value) =>
        value switch
        {
            null => default,
            bool flag => new TagValue(TagValueKind.Boolean, flag ? 1 : 0),
            ushort word => new TagValue(TagValueKind.UInt16, word),
            short number => new TagValue(TagValueKind.Int16, number),
            float number => new TagValue(TagValueKind.Single, BitConverter.SingleToInt32Bits(number)),
            double number => new TagValue(TagValueKind.Double, BitConverter.DoubleToInt64Bits(number)),
            string text => new TagValue(TagValueKind.Text, 0, text),
            ushort[] words => new TagValue(TagValueKind.UInt16, 0, words, IsArray: true),
            byte[] bytes => new TagValue(TagValueKind.Byte, 0, bytes, IsArray: true),
            _ => throw new ArgumentException($"{value.GetType()}"),
        };
}
