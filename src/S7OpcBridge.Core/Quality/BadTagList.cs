using System.Collections.Immutable;
using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.Reading;

namespace S7OpcBridge.Core.Quality;

/// <summary>One tag that the PLC refuses, and why.</summary>
internal readonly record struct BadTag(ScanClass Scan, int Slot, Refusal Refusal)
{
    public int Tag => Scan.Slots[Slot].Tag;
}

/// <summary>
/// The tags of one PLC without a value: those that are out of the plan, in the order in which they were found, and behind them those whose bytes are no value
/// of their type, which are still read.
/// </summary>
/// <param name="context">The PLC.</param>
/// <param name="slots">The slots of all its classes.</param>
internal sealed class BadTagList(PlcContext context, Func<TagSlot[]> slots)
{
    // A missing block may affect thousands of tags; the status lists the first ones and the total.
    private const int MostListed = 100;

    // The log has the first ones of a cycle.
    private const int MostLogged = 5;

    private readonly List<BadTag> _tags = [];

    public int Count => _tags.Count;

    /// <summary>Sentences about whole blocks, listed before the tags.</summary>
    public ImmutableArray<string> OfBlocks { get; set; } = [];

    public BadTag this[int index] => _tags[index];

    public void Add(BadTag tag) => _tags.Add(tag);

    public int RemoveAll(Predicate<BadTag> which) => _tags.RemoveAll(which);

    public void Clear() => _tags.Clear();

    /// <summary>Renumbers the tags after a reload and drops those that are no longer read.</summary>
    /// <param name="from">The previous index of each slot; -1: it is new.</param>
    /// <param name="before">The classes before the reload.</param>
    public void Follow(int[] from, ScanClass[] before)
    {
        if (_tags.Count == 0)
            return;
        var places = new Dictionary<int, int>();
        for (var slot = 0; slot < from.Length; slot++)
        {
            if (from[slot] >= 0)
                places[from[slot]] = slot;
        }
        for (var i = _tags.Count - 1; i >= 0; i--)
        {
            if (places.TryGetValue(_tags[i].Slot, out var slot) && Array.IndexOf(before, _tags[i].Scan) >= 0)
                _tags[i] = _tags[i] with { Slot = slot };
            else
                _tags.RemoveAt(i);
        }
    }

    /// <summary>Tag, address, cause and fix.</summary>
    public string Sentence(BadTag tag) => $"{context.NameOf(tag.Tag)}: {tag.Refusal.Words(context.Map.Tags[tag.Tag])}.";

    /// <summary>Puts the list into the status.</summary>
    public void Publish()
    {
        var listed = _tags.Take(MostListed).Select(Sentence).ToList();
        var count = _tags.Count;
        foreach (ref readonly var slot in slots().AsSpan())
        {
            if (slot.Sent == TagQuality.DecodingError && ++count > 0 && listed.Count < MostListed)
                listed.Add(NoValueSentence(slot.Tag));
        }
        if (count > listed.Count)
            listed.Add($"… and {count - listed.Count} more.");
        context.StatusStore.BadTags([.. OfBlocks, .. listed]);
    }

    /// <summary>Tag, address, cause and fix where the bytes are no value.</summary>
    public string NoValueSentence(int tag) =>
        $"{context.NameOf(tag)}: its bytes are no value of the type {context.Map.Tags[tag].Type}: the program has not written it yet, or offset or type is "
        + $"wrong; compare them with the declaration of the block{(context.Plc.IsS7Plus ? "" : " ('doctor' shows the bytes)")}.";

    /// <summary>Logs the first of some sentences, each about a tag without a value, and puts the last into the status.</summary>
    public void Tell(IReadOnlyList<string> sentences)
    {
        foreach (var sentence in sentences.Take(MostLogged))
            PlcLog.BadTag(context.Log, sentence);
        if (sentences.Count > MostLogged)
            PlcLog.MoreBadTags(context.Log, context.Plc.Name, sentences.Count - MostLogged);
        if (sentences.Count > 0)
            context.StatusStore.Error(sentences[^1]);
        Publish();
    }
}
