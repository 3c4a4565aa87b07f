using Microsoft.AspNetCore.Http;
using S7OpcBridge.Map;
using S7OpcBridge.Web.Actions;
using HttpStatus = Microsoft.AspNetCore.Http.StatusCodes;
using UaStatus = S7OpcBridge.OpcUa.StatusCodes;

namespace S7OpcBridge.Web.Maps;

/// <summary>What is asked about the files of the map and their versions.</summary>
/// <param name="running">The running map.</param>
/// <param name="whyNoMapChange">Why nobody can change the map; null: users can.</param>
internal sealed class MapQuestions(MapCommands map, MapFiles files, OpenedMap opened, RunningMap running, Func<string?> whyNoMapChange)
{
    // Each look reads the list of mounts.
    private const int MostLooked = 200;

    // Longer texts are no use in a browser.
    private const int LongestText = 4 << 20;

    /// <summary>The files.</summary>
    public ActionAnswer List()
    {
        var rows = new List<MapFileRow>();
        foreach (var file in files.Texts)
        {
            var why = rows.Count < MostLooked ? EditAccess.WhyNot(file) : null;
            rows.Add(new MapFileRow(file, VersionOf(file), why is null ? null : Sentence(why)));
        }
        return Give(new MapAnswer(map.Path, rows, whyNoMapChange(), running.Refusal()), MapJson.Default.MapAnswer);
    }

    /// <summary>The text of a file as nobody has changed it here.</summary>
    public ActionAnswer Text(ActionCall call)
    {
        var file = FileOf(call);
        var map = opened.Open();
        if (map.TextOf(file) is not { } text)
            return Missing($"'{file}' cannot be read, or is no text.");
        return TooLong(file, text) ?? Give(new TextAnswer(file, map.OriginalOf(file)?.Version, text), MapJson.Default.TextAnswer);
    }

    /// <summary>The text of a file with somebody's changes, and which edits are in it.</summary>
    public ActionAnswer Edited(ActionCall call)
    {
        var body = call.Read(MapJson.Default.EditedTextBody);
        if (!files.MayWrite(body.File))
            throw new ActionBodyException($"'{body.File}' is no text of the map.");
        var candidate = Candidate.Make(opened.Open(), files, new CandidateBody(body.Edits, body.Texts));
        if (candidate.Refused is { } refused)
            return ActionAnswer.Refuse(HttpStatus.Status422UnprocessableEntity, UaStatus.BadInvalidArgument, refused.ToString());
        var text = candidate.Map.TextOf(body.File) ?? "";
        return TooLong(body.File, text)
            ?? Give(
                new TextAnswer(
                    body.File,
                    candidate.Map.OriginalOf(body.File)?.Version,
                    text,
                    [.. candidate.Targets.Index().Where(target => target.Item.File == body.File).Select(target => target.Index)]
                ),
                MapJson.Default.TextAnswer
            );
    }

    /// <summary>The schema of maps.</summary>
    public static ActionAnswer Schema() =>
        new(
            HttpStatus.Status200OK,
            UaStatus.Good,
            "Shown.",
            static response =>
            {
                response.ContentType = "application/json; charset=utf-8";
                return response.WriteAsync(MapSchema.ToJson(), response.HttpContext.RequestAborted);
            }
        );

    /// <summary>The kept versions of a file, the newest first.</summary>
    public ActionAnswer Versions(ActionCall call)
    {
        var file = FileOf(call);
        var present = VersionOf(file);
        return ActionAnswer.Give<IReadOnlyList<VersionRow>>(
            [.. map.Versions.List(file).Select(kept => new VersionRow(kept.Id, kept.Saved, kept.Author, kept.Id == present))],
            MapJson.Default.IReadOnlyListVersionRow,
            "Shown."
        );
    }

    /// <summary>A kept version, and what putting it back would change.</summary>
    public ActionAnswer Version(ActionCall call)
    {
        var file = FileOf(call);
        var id = call.Context.Request.Query["id"].ToString();
        if (map.KeptText(file, id) is not { } text)
            return Missing($"This version of '{file}' is not kept any more.");
        var present = opened.Open().OriginalOf(file);
        var diff = FileDiff.Between(file, present?.Version, present?.Text ?? "", text);
        return TooLong(file, text)
            ?? Give(new VersionAnswer(file, id, present?.Version, text, diff.IsCut, diff.Lines), MapJson.Default.VersionAnswer);
    }

    private string FileOf(ActionCall call)
    {
        var file = call.Context.Request.Query["file"].ToString();
        return files.Has(file) ? file : throw new ActionBodyException("'file' is no text of the map.");
    }

    private static string? VersionOf(string file)
    {
        try
        {
            return MapVersions.VersionOf(UserFile.Read(file, UserFile.MaxMap));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static ActionAnswer? TooLong(string file, string text) =>
        text.Length > LongestText
            ? ActionAnswer.Refuse(
                HttpStatus.Status413PayloadTooLarge,
                UaStatus.BadResponseTooLarge,
                $"'{file}' has {text.Length:N0} characters, too many for a page; change its tags in the table, or edit the file by hand."
            )
            : null;

    private static string Sentence(string why) => $"{char.ToUpperInvariant(why[0])}{why[1..]}.";

    private static ActionAnswer Missing(string sentence) =>
        ActionAnswer.Refuse(HttpStatus.Status404NotFound, UaStatus.BadNotFound, sentence);

    private static ActionAnswer Give<T>(T answer, System.Text.Json.Serialization.Metadata.JsonTypeInfo<T> shape) =>
        ActionAnswer.Give(answer, shape, "Shown.");
}
