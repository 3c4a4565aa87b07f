using System.Numerics;
using S7OpcBridge.Core;

namespace S7OpcBridge.PubSub.Publishing;

/// <summary>
/// Which published tags have changed since they were last published: one bit for each, in the words of their writer. Marked on the thread that publishes values
/// to OPC UA, so nothing is allocated, encoded or waited for there: one lock per batch, which the other side holds for the bits of one writer.
/// </summary>
internal sealed class TagMarks
{
    private const int NotPublished = -1;

    private readonly Lock _gate = new();

    // By tag: the place of its bit.
    private int[] _slots = [];
    private ulong[] _words = [];
    private long _observed;

    /// <summary>Samples of published tags so far. Any thread.</summary>
    public long Observed => Volatile.Read(ref _observed);

    /// <summary>
    /// Marks the tags of a batch, whose values are in the variable table already. What another node of the cluster has read is its own to publish.
    /// </summary>
    public void Mark(TagBatch batch)
    {
        if (batch.Count == 0 || batch.IsForwarded)
            return;
        lock (_gate)
        {
            var (slots, words, seen) = (_slots, _words, 0);
            foreach (ref readonly var sample in batch.Samples)
            {
                if ((uint)sample.Tag >= (uint)slots.Length || slots[sample.Tag] is not (>= 0 and var slot))
                    continue;
                words[slot >> 6] |= 1UL << slot;
                seen++;
            }
            _observed += seen;
        }
    }

    /// <summary>Takes the marks of a writer, which are then clear.</summary>
    /// <param name="first">Its first word.</param>
    /// <param name="taken">Receives its words.</param>
    /// <returns>Number of marks.</returns>
    public int Take(int first, Span<ulong> taken)
    {
        var count = 0;
        lock (_gate)
        {
            var words = _words.AsSpan(first, taken.Length);
            words.CopyTo(taken);
            words.Clear();
        }
        foreach (var word in taken)
            count += BitOperations.PopCount(word);
        return count;
    }

    /// <summary>Gives the tags other places. Marks move with their tags; those of tags that are no longer published are lost.</summary>
    /// <param name="tags">The tag of each place; -1: the place is unused. Its length is a multiple of 64.</param>
    public void Assign(ReadOnlySpan<int> tags)
    {
        var slots = new int[tags.IsEmpty ? 0 : Largest(tags) + 1];
        Array.Fill(slots, NotPublished);
        for (var slot = 0; slot < tags.Length; slot++)
        {
            if (tags[slot] >= 0)
                slots[tags[slot]] = slot;
        }
        var words = new ulong[tags.Length / 64];
        lock (_gate)
        {
            for (var tag = 0; tag < Math.Min(slots.Length, _slots.Length); tag++)
            {
                if (_slots[tag] is >= 0 and var old && slots[tag] is >= 0 and var slot && (_words[old >> 6] & (1UL << old)) != 0)
                    words[slot >> 6] |= 1UL << slot;
            }
            (_slots, _words) = (slots, words);
        }
    }

    private static int Largest(ReadOnlySpan<int> tags)
    {
        var largest = -1;
        foreach (var tag in tags)
            largest = Math.Max(largest, tag);
        return largest;
    }
}
