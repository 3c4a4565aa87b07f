using System.Numerics;

namespace S7OpcBridge.PubSub.Publishing;

/// <summary>Publishes the changed metrics of a device that have the same rate.</summary>
/// <param name="tags">Numbers of the tags.</param>
/// <param name="places">The place of each among the metrics of the device.</param>
internal sealed class DeviceWriter(EdgeDevice device, int[] tags, int[] places, PublishRate rate) : TagWriter(tags, device.Plc, rate)
{
    private readonly int[] _changed = new int[Math.Min(places.Length, WriterPlan.MostFields)];

    public override void Publish(PublishRun run)
    {
        var taken = run.Take(FirstWord, Words, out var count);
        if (count == 0 || !device.Look(run))
            return;
        var changed = 0;
        for (var word = 0; word < taken.Length; word++)
        {
            for (var bits = taken[word]; bits != 0; bits &= bits - 1)
            {
                _changed[changed++] = places[word * 64 + BitOperations.TrailingZeroCount(bits)];
                if (changed < _changed.Length)
                    continue;
                device.Send(run, _changed);
                changed = 0;
            }
        }
        if (changed > 0)
            device.Send(run, _changed.AsSpan(0, changed));
    }

    // Births have all values.
    public override void PublishAll(PublishRun run) => run.Take(FirstWord, Words, out _);
}
