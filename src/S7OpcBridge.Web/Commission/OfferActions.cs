using Microsoft.AspNetCore.Http;
using S7OpcBridge.Import;
using S7OpcBridge.Web.Actions;
using S7OpcBridge.Web.Answers;
using S7OpcBridge.Web.Maps;
using UaStatus = S7OpcBridge.OpcUa.StatusCodes;

namespace S7OpcBridge.Web.Commission;

/// <summary>Tags to choose from: of dropped files, or of a CPU. Nothing is kept here, and nothing is written.</summary>
internal sealed class OfferActions(BridgeCommands commands, Lazy<MapTexts?> texts)
{
    /// <summary>Limit of the files of one import as they come, in bytes of their JSON.</summary>
    public const int MostBytes = 8 << 20;

    /// <summary>Bytes to which the archives among them may unpack together, and tags that are shown.</summary>
    public const int MostUnpacked = 64 << 20,
        MostTags = 20_000;

    private const int MostFiles = 50,
        MostBrowses = 2,
        BrowseBytes = 4096,
        LongestName = 200;

    private static readonly TimeSpan ImportLimit = TimeSpan.FromSeconds(30),
        BrowseLimit = TimeSpan.FromMinutes(2);

    private readonly SemaphoreSlim _browses = new(MostBrowses);

    /// <summary>The actions.</summary>
    public IEnumerable<WebAction> List() =>
        [
            new("plcs/import", "POST", Right.ConfigureAdmin, MostBytes, ImportAsync) { IsHeavy = true, IsQuestion = true },
            new("plcs/take", "POST", Right.ConfigureAdmin, MostBytes, TakeAsync) { IsHeavy = true, IsQuestion = true },
            new("plcs/browse", "POST", Right.ConfigureAdmin, BrowseBytes, BrowseAsync) { AtOnceOfUser = 1 },
        ];

    private async Task<ActionAnswer> ImportAsync(ActionCall call, CancellationToken cancellationToken)
    {
        var body = call.Read(CommissionJson.Default.ImportBody);
        return await ListAsync(body.Files, Answer, cancellationToken);
    }

    // Nothing is kept between both questions, so the files come again.
    private async Task<ActionAnswer> TakeAsync(ActionCall call, CancellationToken cancellationToken)
    {
        var body = call.Read(CommissionJson.Default.TakeBody);
        if (texts.Value is not { } map)
            return MapTexts.Missing;
        var candidate = Candidate.Make(map.Opened.Open(), map.Files, new CandidateBody(body.Edits, body.Texts)).Map;
        var folder = Path.GetDirectoryName(map.Map.Path) ?? "";
        return await ListAsync(
            body.Files,
            list =>
                list.Take(
                    body.Plc,
                    body.Tags.ToHashSet(),
                    body.Name,
                    candidate.NamesIn("templates"),
                    name => Path.Exists(Path.Combine(folder, name)) || body.Texts.Any(text => text.File == Path.Combine(folder, name))
                )
                    is { } taken
                    ? ActionAnswer.Give(TakeAnswer.From(taken, folder, candidate, body.Name), CommissionJson.Default.TakeAnswer, "Taken.")
                    : throw new ActionBodyException($"These files have no PLC '{body.Plc}'."),
            cancellationToken
        );
    }

    private static async Task<ActionAnswer> ListAsync(
        IReadOnlyList<DroppedFile> files,
        Func<ImportList, ActionAnswer> answer,
        CancellationToken cancellationToken
    )
    {
        if (files.Count is 0 or > MostFiles)
            throw new ActionBodyException($"Drop 1 to {MostFiles} files.");
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(ImportLimit);
        try
        {
            // All archives of the files share what may be unpacked.
            var options = new ImportOptions { MostUnpacked = MostUnpacked / files.Count };
            return await Task.Run(
                () => answer(ProjectImport.List([.. files.Select(static file => (NameOf(file.Name), file.Content))], options, limit.Token)),
                CancellationToken.None
            );
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return ActionAnswer.Refuse(
                StatusCodes.Status409Conflict,
                UaStatus.BadTimeout,
                $"Reading the files took more than {ImportLimit.TotalSeconds} seconds; use the command 'import' on the machine of the bridge."
            );
        }
    }

    private async Task<ActionAnswer> BrowseAsync(ActionCall call, CancellationToken cancellationToken)
    {
        var body = call.Read(CommissionJson.Default.BrowseBody);
        PlcPlace.Check(body.Host, body.Port, body.Profile, body.Rack, body.Slot);
        if (body is { BySymbol: true, Password: not null, Certificate: null })
            throw new ActionBodyException(
                "With a password give 'certificate', the thumbprint that the examination has shown: only that CPU gets it."
            );
        if (!await _browses.WaitAsync(TimeSpan.Zero, cancellationToken))
            return ActionAnswer.Refuse(
                StatusCodes.Status503ServiceUnavailable,
                UaStatus.BadTooManyOperations,
                "Others are asking CPUs for their tags; try again in a moment."
            );
        try
        {
            using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            limit.CancelAfter(BrowseLimit);
            var wish = new CpuWish(body.Host, body.Port, body.BySymbol)
            {
                Profile = body.Profile,
                Rack = body.Rack,
                Slot = body.Slot,
                Password = body.Password,
                User = body.User,
                Certificate = body.Certificate,
            };
            // Not on the thread of the request: a CPU has many symbols.
            var answer = await Task.Run(() => commands.Plcs.BrowseAsync(wish, limit.Token), CancellationToken.None);
            return answer.List is { } list
                ? Answer(list)
                : ActionAnswer.Refuse(StatusCodes.Status409Conflict, UaStatus.BadNoCommunication, answer.Fault ?? "The CPU told nothing.");
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return ActionAnswer.Refuse(
                StatusCodes.Status409Conflict,
                UaStatus.BadTimeout,
                $"The CPU took more than {BrowseLimit.TotalMinutes} minutes; use the command 'import' on the machine of the bridge."
            );
        }
        finally
        {
            _browses.Release();
        }
    }

    private static ActionAnswer Answer(ImportList list)
    {
        var plcs = new List<OfferedPlc>();
        var left = MostTags;
        foreach (var plc in list.Offer())
        {
            plcs.Add(plc.Tags.Count <= left ? plc : plc with { Tags = [.. plc.Tags.Take(left)] });
            left = Math.Max(0, left - plc.Tags.Count);
        }
        return ActionAnswer.Give(
            new OfferAnswer(plcs, list.Tags, list.Tags > MostTags, ShownReasons.List(list.Report)),
            CommissionJson.Default.OfferAnswer,
            $"{list.Tags} tags found."
        );
    }

    // Whatever path a browser tells, or somebody in its name.
    private static string NameOf(string name)
    {
        name = name[(name.LastIndexOfAny(['/', '\\']) + 1)..];
        return name.Length is 0 or > LongestName || name is "." or ".." ? "file" : name;
    }
}
