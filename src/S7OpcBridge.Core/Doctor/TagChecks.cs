using System.Globalization;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Doctor;

/// <summary>The last two stages: the data blocks of the tags, then every tag.</summary>
internal sealed class TagChecks(PlcDefinition plc, Tag[] tags, S7Examination examination, DoctorNotes<S7Stage> notes)
{
    private const int BlocksShown = 8;

    private readonly S7Range[] _ranges = [.. tags.Select(tag => tag.Address.RangeOf(tag.Type))];

    public async Task<bool> CheckBlocksAsync(CancellationToken cancellationToken)
    {
        var blocks = await examination.CheckBlocksAsync(_ranges, cancellationToken);
        foreach (var block in blocks)
        {
            if (block.Diagnosis is { } diagnosis)
                notes.Note(diagnosis, HitBy(block));
        }
        if (!notes.HasFailed)
        {
            notes.Passed(
                S7Stage.Blocks,
                blocks.Count switch
                {
                    0 => "no data blocks in the map",
                    1 => $"DB{blocks[0].Db} exists and is long enough{Lengths(blocks)}",
                    var count => $"{Text(count)} data blocks, all exist and are long enough{Lengths(blocks)}",
                }
            );
        }
        return !notes.HasFailed;
    }

    public async Task CheckTagsAsync(CancellationToken cancellationToken)
    {
        var wrong = new List<(Tag Tag, S7Diagnosis Diagnosis)>();
        var askable = new List<int>();
        for (var i = 0; i < tags.Length; i++)
        {
            if (NotOnFamily(tags[i]) is { } diagnosis)
                wrong.Add((tags[i], diagnosis));
            else
                askable.Add(i);
        }
        var answers = await examination.ReadAsync([.. askable.Select(i => _ranges[i])], cancellationToken);
        var codecs = new CodecCache(plc);
        for (var i = 0; i < answers.Length; i++)
        {
            if (Judge(tags[askable[i]], answers[i], codecs) is { } diagnosis)
                wrong.Add((tags[askable[i]], diagnosis));
        }
        notes.TagsRead = tags.Length - wrong.Count(each => !each.Diagnosis.IsWarning);
        foreach (
            var alike in wrong.GroupBy(each =>
                (
                    each.Diagnosis.Cause,
                    each.Tag.Address.Area,
                    each.Tag.Address.Db,
                    each.Diagnosis.Cause is S7Cause.TypeNotOnFamily or S7Cause.TextLength ? each.Diagnosis.Sentence : ""
                )
            )
        )
            notes.Note(alike.First().Diagnosis, alike.Select(each => each.Tag.Name));
        if (!notes.HasFailed)
            notes.Passed(
                S7Stage.Tags,
                tags.Length switch
                {
                    0 => "no tags in the map",
                    1 => "the only tag was read",
                    var count => $"all {Text(count)} tags were read",
                }
            );
    }

    // The lengths that the CPU tells beside what the map reads: a block may have grown behind the map's tags.
    private static string Lengths(List<S7BlockState> blocks)
    {
        var told = blocks.Where(block => block.Reported is not null).ToArray();
        var shown = told.Take(BlocksShown)
            .Select(block => $"DB{block.Db} has {Text(block.Reported!.Value)} bytes, the map reads {Text(block.Needed)}");
        return told.Length == 0 ? "" : $" ({string.Join("; ", shown)}{(told.Length > BlocksShown ? "; …" : "")})";
    }

    private IEnumerable<string> HitBy(S7BlockState block) =>
        tags.Index()
            .Where(each =>
                _ranges[each.Index].Area == S7Area.DataBlock && _ranges[each.Index].Db == block.Db && _ranges[each.Index].End > block.Length
            )
            .Select(each => each.Item.Name);

    private S7Diagnosis? NotOnFamily(Tag tag)
    {
        var family = examination.Family;
        if (!family.Areas.Contains(tag.Address.Area))
            return S7Diagnosis.ForFamily($"{S7Examination.Describe(tag.Address.Area)} (area of {tag.Address})", family);
        return family.Types.Contains(tag.Type.Kind) ? null : S7Diagnosis.ForFamily($"the type {tag.Type.Kind}", family);
    }

    private S7Diagnosis? Judge(Tag tag, in S7ItemAnswer answer, CodecCache codecs)
    {
        if (!answer.IsRead)
            return S7Diagnosis.ForItem(answer, examination.Family);
        var codec = codecs.For(tag);
        // Of a value longer than a PDU only its beginning and its end were read.
        return answer.Data.Length < codec.Size || codec.TryDecode(answer.Data.Span, out _)
            ? S7Diagnosis.ForText(tag.Type, answer.Data.Span)
            : S7Diagnosis.ForBytes(tag.Type, answer.Data.Span);
    }

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
}
