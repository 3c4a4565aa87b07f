using System.Numerics;
using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub.Buffer;
using S7OpcBridge.PubSub.Datasets;

namespace S7OpcBridge.PubSub.Publishing;

/// <summary>Publishes each changed tag in a message of its own, to the tag's topic.</summary>
/// <param name="tags">Numbers of the tags.</param>
/// <param name="topics">The topic of each.</param>
/// <param name="known">True for a tag that was published to the same topic before; the value of another one is published first of all.</param>
internal sealed class ValueWriter(int[] tags, string[] topics, int plc, PublishRate rate, Func<int, string, bool> known)
    : TagWriter(tags, plc, rate)
{
    private bool _isBegun,
        _needsAll;

    /// <summary>The topics.</summary>
    public ReadOnlySpan<string> Topics => topics;

    public override void Publish(PublishRun run)
    {
        var taken = run.Take(FirstWord, Words, out var count);
        if (!IsOwned(run))
            return;
        if (_needsAll)
        {
            SendAll(run);
            return;
        }
        if (!_isBegun)
            SendNew(run, taken);
        if (count == 0)
            return;
        for (var word = 0; word < taken.Length; word++)
        {
            for (var bits = taken[word]; bits != 0; bits &= bits - 1)
                Send(run, word * 64 + BitOperations.TrailingZeroCount(bits));
        }
    }

    public override void PublishAll(PublishRun run)
    {
        run.Take(FirstWord, Words, out _);
        if (IsOwned(run))
            SendAll(run);
    }

    // A writer whose PLC another node reads is silent, and begins with all values when it gets the PLC.
    private bool IsOwned(PublishRun run)
    {
        if (run.Owns(Plc))
            return true;
        _needsAll = true;
        return false;
    }

    private void SendAll(PublishRun run)
    {
        (_needsAll, _isBegun) = (false, true);
        for (var place = 0; place < topics.Length; place++)
            Send(run, place);
    }

    private void SendNew(PublishRun run, ReadOnlySpan<ulong> marked)
    {
        _isBegun = true;
        for (var place = 0; place < topics.Length; place++)
        {
            if ((marked[place >> 6] & (1UL << place)) == 0 && !known(Tags[place], topics[place]))
                Send(run, place);
        }
    }

    private void Send(PublishRun run, int place)
    {
        var value = run.Read(Tags[place]);
        // What was never read has nothing to say.
        if (value.Status == StatusCodes.BadWaitingForInitialData)
            return;
        run.EncodeValue(run.Begin(), new FieldSample(0, value.Value, value.Status, value.SourceTime), run.TimeOfDay);
        run.Send(topics[place], MessageType.Plain, run.Options.Retain, 1);
    }
}
