using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Writing;

/// <summary>
/// Keeps a written String or WString inside its variable: reads the maximum length that the PLC has in front of it, each time before it is written, because a
/// download may have changed it. A text that is longer, or one without a valid maximum length, is not written, nor anything else of the same write.
/// </summary>
internal sealed class TextLengths(PlcContext context, PlcLink link)
{
    private readonly HashSet<int> _refused = [];

    /// <summary>Refuses the writes of a request whose texts do not fit. One call at a time.</summary>
    public async ValueTask CheckAsync(TagWriteRequest request, CancellationToken cancellationToken)
    {
        var texts = request.Texts;
        _refused.Clear();
        ReadOnlyMemory<S7Range> left = texts.ConvertAll(static text => text.Maximum).ToArray();
        while (!left.IsEmpty && !request.IsAbandoned)
        {
            var answers = await link.ReadRangesAsync(left, request.ItemCap, cancellationToken).ConfigureAwait(false);
            for (var i = 0; i < answers.Length; i++)
                Judge(request, texts[texts.Count - left.Length + i], answers[i]);
            left = left[answers.Length..];
        }
        request.Pieces.RemoveAll(piece => _refused.Contains(piece.Write));
    }

    private void Judge(TagWriteRequest request, in WrittenText text, in RangeAnswer answer)
    {
        // Of an array one sentence is enough.
        if (_refused.Contains(text.Write))
            return;
        var tag = context.Map.Tags[text.Tag];
        if (answer.Refusal is { } refusal)
        {
            Refuse(request, text, refusal.WriteResult, refusal.Words(tag));
            return;
        }
        var type = tag.Type;
        var maximum = S7TextHeader.Read(type.Kind, answer.Data);
        if (!S7TextHeader.IsValid(type.Kind, maximum))
            Refuse(
                request,
                text,
                TagWriteResult.ConfigurationError,
                $"{S7TextHeader.Difference(type, maximum)}; {S7TextHeader.Remedy(type, maximum)}"
            );
        else if (text.Length > maximum)
        {
            Refuse(
                request,
                text,
                TagWriteResult.OutOfRange,
                $"the text has {text.Length} characters, and {S7TextHeader.Difference(type, maximum)}: what "
                    + "follows it would be overwritten; write a shorter text, and correct the type in the map"
            );
        }
    }

    private void Refuse(TagWriteRequest request, in WrittenText text, TagWriteResult result, string reason)
    {
        request.Set(text.Write, result);
        _refused.Add(text.Write);
        var sentence = $"Write of {context.NameOf(text.Tag)} refused: {reason}.";
        context.StatusStore.Error(sentence);
        PlcLog.WriteRefused(context.Log, sentence);
    }
}
