using System.Globalization;
using S7OpcBridge.S7;
using S7OpcBridge.S7Plus;
using S7OpcBridge.Words;

namespace S7OpcBridge.Core.Doctor;

/// <summary>The last stage for a PLC with <c>protocol: s7plus</c>: looks up and reads every tag.</summary>
internal sealed class SymbolChecks(
    IReadOnlyList<ExaminedSymbol> tags,
    S7PlusConnection connection,
    S7PlusProgram program,
    DoctorNotes<S7PlusExaminationStage> notes
)
{
    private readonly List<(ExaminedSymbol Tag, S7PlusDiagnosis Diagnosis)> _wrong = [];
    private readonly List<(ExaminedSymbol Tag, string Path, S7PlusItem Item)> _items = [];

    private S7PlusSymbolBudget _budget = new();

    public async Task RunAsync(CancellationToken cancellationToken)
    {
        foreach (var tag in tags)
            await LookUpAsync(tag, cancellationToken);
        await ReadAsync(cancellationToken);
        var errors = _wrong.Where(each => !each.Diagnosis.IsWarning).Select(each => each.Tag).Distinct().Count();
        notes.TagsRead = tags.Count - errors;
        // Tags with the same cause and sentence become one finding, because one fix corrects them.
        foreach (var alike in _wrong.GroupBy(each => (each.Diagnosis.Cause, each.Diagnosis.Sentence)))
            notes.Note(alike.First().Diagnosis, alike.Select(each => each.Tag.Name).Distinct());
        if (!notes.HasFailed)
        {
            notes.Passed(
                S7PlusExaminationStage.Symbols,
                tags.Count switch
                {
                    0 => "no tags in the map",
                    1 => "the only tag was read",
                    var count => string.Create(CultureInfo.InvariantCulture, $"all {count} tags were read"),
                }
            );
        }
    }

    private async Task LookUpAsync(ExaminedSymbol tag, CancellationToken cancellationToken)
    {
        if (tag.Symbol is not { } path)
        {
            var (_, db, start, length) = tag.Range;
            _items.Add(
                (
                    tag,
                    string.Create(CultureInfo.InvariantCulture, $"DB{db}.DBB{start} ({length} " + $"{(length == 1 ? "byte" : "bytes")})"),
                    new S7PlusItem(S7PlusAddress.Classic(db, start, length), new S7PlusShape(S7PlusType.Byte, 0, length))
                )
            );
            return;
        }
        var lookup = await program.FindAsync(path, cancellationToken);
        if (lookup.Symbol is not { } symbol)
        {
            Wrong(tag, S7PlusDiagnosis.ForLookup(path, lookup, NearestWord.Find(lookup.At.Trim('"'), lookup.Names)));
            return;
        }
        if (tag.Fault?.Invoke(symbol) is { } fault)
        {
            Wrong(tag, S7PlusDiagnosis.ForType(symbol.Path, fault));
            return;
        }
        if (S7PlusDiagnosis.ForSymbol(symbol, tag.IsWritten) is { } diagnosis)
        {
            Wrong(tag, diagnosis);
            if (!diagnosis.IsWarning)
                return;
        }
        var (budget, first) = (_budget.Copy(), _items.Count);
        try
        {
            await foreach (var item in program.ItemsBelowAsync(symbol, budget, cancellationToken))
            {
                if (item.IsAccessible)
                    _items.Add((tag, item.Path, item.Item!.Value));
            }
            _budget = budget;
        }
        catch (S7PlusSymbolException e)
        {
            _items.RemoveRange(first, _items.Count - first);
            Wrong(tag, S7PlusDiagnosis.ForTooLarge(e));
        }
    }

    private async Task ReadAsync(CancellationToken cancellationToken)
    {
        S7PlusItem[] items = [.. _items.Select(each => each.Item)];
        var plan = S7PlusReadPlan.ForReads(items, connection.Limits);
        for (var request = 0; request < plan.Count; request++)
        {
            var indexes = plan.ItemsOf(request).ToArray();
            var job = new S7PlusReadJob(indexes.Select(index => items[index]).ToArray());
            await connection.ReadAsync(job, cancellationToken);
            for (var i = 0; i < indexes.Length; i++)
            {
                var (tag, path, _) = _items[indexes[i]];
                if (job.StatusOf(i) is var status and not S7PlusItemStatus.Ok)
                    Wrong(tag, S7PlusDiagnosis.ForItem(path, status));
                else if (S7Diagnosis.ForText(tag.Type, job.DataOf(i)) is { } text)
                    Wrong(tag, S7PlusDiagnosis.ForText(text.Sentence, text.Remedy.Fix));
            }
        }
    }

    private void Wrong(ExaminedSymbol tag, S7PlusDiagnosis diagnosis) => _wrong.Add((tag, diagnosis));
}
