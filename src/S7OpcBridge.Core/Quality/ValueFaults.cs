using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Reading;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Quality;

/// <summary>Describes bytes that are no value of their tag's type, and texts whose maximum length is another than in the map.</summary>
internal sealed class ValueFaults(PlcContext context, BadTagList bad)
{
    // A block with another layout than in the map may affect thousands of texts.
    private const int MostLogged = 5;

    /// <summary>Logs what a cycle has found, and updates the list of bad tags.</summary>
    public void Report(ScanClass scan)
    {
        var image = scan.Image;
        var (noValues, texts) = (new List<string>(), new List<string>());
        foreach (var index in image.Untold)
        {
            ref var slot = ref scan.Slots[index];
            if (slot is { Sent: TagQuality.DecodingError, IsNoValueTold: false })
            {
                slot.IsNoValueTold = true;
                noValues.Add(bad.NoValueSentence(slot.Tag));
            }
            var type = slot.Codec.Type;
            if (
                slot is { HasTextHeader: true, IsTextTold: false }
                && S7TextHeader.OtherMaximum(type, image.LastBytesOf(index, scan.Slots)) is >= 0 and var maximum
            )
            {
                slot.IsTextTold = true;
                texts.Add($"{context.NameOf(slot.Tag)}: {S7TextHeader.Difference(type, maximum)}; {S7TextHeader.Remedy(type, maximum)}.");
            }
        }
        image.Untold.Clear();
        foreach (var sentence in texts.Take(MostLogged))
            PlcLog.TextDiffers(context.Log, sentence);
        if (texts.Count > MostLogged)
            PlcLog.MoreTextsDiffer(context.Log, context.Plc.Name, texts.Count - MostLogged);
        if (noValues.Count == 0 && !image.HasOtherNoValues)
            return;
        image.HasOtherNoValues = false;
        bad.Tell(noValues);
    }
}
