using S7OpcBridge.Core;
using S7OpcBridge.Simulation.Loop;
using S7OpcBridge.Simulation.Plc;

namespace S7OpcBridge.Simulation.Checks;

/// <summary>Holds what clients see to the promise that a Good value was in the PLC within its staleness.</summary>
/// <param name="patience">How old a Good value of a tag may be at present, in ticks.</param>
internal sealed class ShownValues(SimulatedLoop loop, Func<SimulatedTag, long> patience, Action<string> fail)
{
    // An interval that was restored makes a value too old at once: the bridge may say so a moment later.
    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(1);

    private readonly HashSet<SimulatedTag> _watched = [];

    /// <summary>Clients see something else.</summary>
    public void Show(SimulatedTag tag, TagQuality quality, long? number)
    {
        tag.Shown = (quality, number ?? tag.Shown.Number);
        Check(tag);
    }

    /// <summary>The PLC has something else.</summary>
    public void Changed(SimulatedTag tag) => Check(tag);

    /// <summary>Nothing has happened for long, and nothing is wrong any more: everything is Good, and the value that the PLC has.</summary>
    public void CheckRest(IEnumerable<SimulatedTag> tags)
    {
        foreach (var tag in tags)
        {
            if (tag.Shown != (TagQuality.Good, tag.Present))
                fail($"At rest {tag.Name} is {tag.Shown.Quality} with {tag.Shown.Number}; the PLC has {tag.Present}.");
        }
    }

    private void Check(SimulatedTag tag, bool isGraceOver = false)
    {
        if (tag.Shown is not (TagQuality.Good, var number) || number == tag.Present)
            return;
        if (number == SimulatedTag.Mixture)
            fail($"{tag.Name} is Good with a mixture of two values.");
        else if (tag.LastHad(number, loop.Now) is not { } last)
            fail($"{tag.Name} is Good with {number}, which the PLC never had; it has {tag.Present}.");
        else if (last + patience(tag) + Grace.Ticks is var until && isGraceOver && until - Grace.Ticks <= loop.Now)
            fail(
                $"{tag.Name} is Good with {number}, which the PLC last had {TimeSpan.FromTicks(loop.Now - last).TotalSeconds:0.000} s ago; "
                    + $"it has {tag.Present}, and a value may be {TimeSpan.FromTicks(patience(tag)).TotalSeconds:0.000} s old."
            );
        else if (_watched.Add(tag))
            loop.At(Math.Max(until, loop.Now + Grace.Ticks), () => Look(tag));
    }

    private void Look(SimulatedTag tag)
    {
        _watched.Remove(tag);
        Check(tag, isGraceOver: true);
    }
}
