using System.Globalization;
using Microsoft.AspNetCore.Http;
using S7OpcBridge.Map;
using S7OpcBridge.Web.Actions;
using S7OpcBridge.Web.Answers;
using MapTexts = S7OpcBridge.Web.Maps.MapTexts;
using UaStatus = S7OpcBridge.OpcUa.StatusCodes;

namespace S7OpcBridge.Web.TagEdits;

/// <summary>Reads the values of rows once, whether the running map has them or not.</summary>
internal sealed class TagPeek(TagCommands tags, MapTexts texts)
{
    // A PLC with a low load ceiling has other things to answer first.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(8);

    private IReadOnlyList<PeekedRow> _faults = [];
    private int[] _right = [];
    private BridgeMap? _map;

    /// <summary>Compiles the rows; those with errors are left out, and say why. Returns the answer where nothing is left to read.</summary>
    public ActionAnswer? Prepare(ShownTags shown, IReadOnlyList<TagRowDraft> rows)
    {
        if (shown.Table is not { } table)
            return Give(shown.Fault, []);
        var check = new TagRowCheck(table, texts.Files.Readable());
        var wrong = check
            .Check(rows)
            .Where(static finding => finding is { IsError: true, Key: not "name" })
            .ToLookup(static finding => finding.Row);
        _right = [.. Enumerable.Range(0, rows.Count).Where(row => !wrong.Contains(row))];
        _faults =
        [
            .. wrong.Select(static row => new PeekedRow(row.Key, null, "", "", "bad", "BadConfigurationError", row.First().Sentence)),
        ];
        if (_right.Length == 0)
            return Give(null, _faults);
        _map = check.Compile([.. _right.Select(row => rows[row])]);
        return _map is { Tags.Plcs.Length: 1 }
            ? null
            : Give("These rows are not all of one PLC, or their PLC has errors of its own; mend those first.", _faults);
    }

    /// <summary>Reads them.</summary>
    public async Task<ActionAnswer> ReadAsync(CancellationToken cancellationToken)
    {
        var plc = _map!.Tags.Plcs[0].Name;
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(Patience);
        try
        {
            var outcome = await tags.PeekAsync(plc, _map, limit.Token);
            return ActionAnswer.Give(
                new PeekAnswer(outcome.WhyNot, [.. _faults, .. outcome.Values.Select(ToRow)], outcome.LeftOut),
                TagEditJson.Default.PeekAnswer,
                outcome.WhyNot ?? string.Create(CultureInfo.InvariantCulture, $"Read {outcome.Values.Count} values of {plc} once.")
            );
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return ActionAnswer.Refuse(
                StatusCodes.Status503ServiceUnavailable,
                UaStatus.BadTimeout,
                $"{plc} did not answer within {Patience.TotalSeconds:0} s; its load ceiling may leave no room."
            );
        }
    }

    // r12, or r12/Speed and r12[3]/Speed for what is inside a structure.
    private PeekedRow ToRow(PeekedValue value)
    {
        var end = value.Name.AsSpan().IndexOfAny('/', '[');
        var row = int.Parse(end < 0 ? value.Name.AsSpan(1) : value.Name.AsSpan(1, end - 1), CultureInfo.InvariantCulture);
        var member = end < 0 ? null : value.Name[(value.Name[end] == '/' ? end + 1 : end)..];
        return new PeekedRow(
            _right[row],
            member,
            value.Type,
            ShownValue.Cut(value.Value),
            ShownValue.LevelOf(value.Status),
            UaStatus.NameOf(value.Status),
            value.Reason
        );
    }

    private static ActionAnswer Give(string? whyNot, IReadOnlyList<PeekedRow> values) =>
        ActionAnswer.Give(new PeekAnswer(whyNot, values, 0), TagEditJson.Default.PeekAnswer, whyNot ?? "Nothing to read.");
}
