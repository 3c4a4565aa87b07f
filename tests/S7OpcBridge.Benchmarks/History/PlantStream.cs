using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// Values as a plant has them, the same in every run: 40 % Reals (a 16-bit raw value that walks, scaled), 30 % counters, 20 % Bools, 10 % random Doubles. One
/// value per tag and second; 200 tags share the source time of their job, which jitters by up to 3 ms and is exact to 100 ns; 0.05 % have a Bad status.
/// </summary>
internal sealed class PlantStream(int tags, int seed = 1)
{
    private const int Job = 200;
    private readonly Random _random = new(seed);
    private readonly int[] _raw = new int[tags];
    private long _jitter;

    /// <summary>Tags.</summary>
    public int Tags => tags;

    /// <summary>The value of a tag; to be asked for tag after tag, second after second.</summary>
    /// <param name="tag">From 0.</param>
    /// <param name="second">The start of the second, in OPC UA ticks.</param>
    public (Variant Value, StatusCode Status, long Time) Next(int tag, long second)
    {
        if (tag % Job == 0)
            _jitter = tag * 40_000L / Job + _random.Next(30_000);
        var status = _random.Next(2000) == 0 ? new StatusCode(StatusCodes.BadSensorFailure) : StatusCode.Good;
        ref var raw = ref _raw[tag];
        return (
            (tag % 10) switch
            {
                < 4 => Variant.From((float)((raw = Math.Clamp(raw + _random.Next(-8, 9), -20000, 20000)) * 100.0 / 27648 + 50)),
                < 7 => Variant.From(raw += _random.Next(3)),
                < 9 => Variant.From(_random.Next(10) == 0 ? (raw ^= 1) != 0 : raw != 0),
                _ => Variant.From(_random.NextDouble() * 1000),
            },
            status,
            second + _jitter
        );
    }
}
