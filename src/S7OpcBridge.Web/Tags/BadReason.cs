using S7OpcBridge.Core;
using S7OpcBridge.Web.Plcs;

namespace S7OpcBridge.Web.Tags;

/// <summary>Why a tag has no value.</summary>
internal static class BadReason
{
    /// <summary>The reason as a sentence: that of its PLC, or what the PLC refused of this tag; null: neither is known.</summary>
    public static string? Find(BridgeView view, Tag tag)
    {
        var (plc, status) = (view.Plcs.Map().Plcs[tag.Plc], view.Plcs.StatusOf(tag.Plc));
        if (!status.Connected || status.RefusesAll)
            return PlcProblem.From(plc, PlcCard.ProfileOf(view.Running(), plc), status)?.Sentence;
        // A list of 100 at most.
        var name = $"{plc.Name}/{tag.Name}: ";
        foreach (var sentence in status.BadTags)
        {
            if (sentence.StartsWith(name, StringComparison.Ordinal))
                return $"{char.ToUpperInvariant(sentence[name.Length])}{sentence.AsSpan(name.Length + 1)}";
        }
        return null;
    }
}
