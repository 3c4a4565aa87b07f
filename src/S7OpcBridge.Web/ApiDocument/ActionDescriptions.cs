using S7OpcBridge.Web.Actions;
using S7OpcBridge.Web.Alarms;
using S7OpcBridge.Web.Commission;
using S7OpcBridge.Web.Maps;
using S7OpcBridge.Web.Support;
using S7OpcBridge.Web.TagEdits;
using S7OpcBridge.Web.Users;
using S7OpcBridge.Web.Values;

namespace S7OpcBridge.Web.ApiDocument;

/// <summary>The descriptions of the actions below /api/v1/.</summary>
internal static class ActionDescriptions
{
    private const string Plc = "plc: name of a PLC",
        Tag = "tag: path of the tag below its PLC";

    public static IEnumerable<ApiDescription> List() =>
        [
            new("openapi.json", "This document.") { MediaType = "application/json" },
            new("session", "Who is logged in, and what this permits.", null, () => ActionJson.Default.SessionAnswer),
            new(
                "password",
                "Changes the own password; other browser sessions and the tokens of the user end.",
                () => UserJson.Default.PasswordBody,
                () => ActionJson.Default.Done
            ),
            new("login", "Begins a session of a browser.", () => ActionJson.Default.LoginBody, () => ActionJson.Default.SessionAnswer),
            new("logout", "Ends it.", null, () => ActionJson.Default.Done),
            new(
                "certificates/trust",
                "Trusts a client or user that was refused.",
                () => ActionJson.Default.CertificateBody,
                () => ActionJson.Default.Done
            ),
            new(
                "certificates/untrust",
                "Ends the trust in a client or user.",
                () => ActionJson.Default.CertificateBody,
                () => ActionJson.Default.Done
            ),
            new(
                "certificates/reject",
                "Takes a client or user that was refused from the list.",
                () => ActionJson.Default.CertificateBody,
                () => ActionJson.Default.Done
            ),
            new(
                "certificates/import",
                "Trusts the certificate of a file.",
                () => ActionJson.Default.CertificateImport,
                () => ActionJson.Default.Done
            ),
            new("certificates/renew", "Makes a new certificate for the server.", null, () => ActionJson.Default.Done),
            new(
                "certificates/trust-plc",
                "Trusts the last refused certificate of a PLC.",
                () => ActionJson.Default.PlcCertificateBody,
                () => ActionJson.Default.Done
            ),
            new(
                "certificates/untrust-plc",
                "Forgets the certificate of a PLC.",
                () => ActionJson.Default.PlcCertificateBody,
                () => ActionJson.Default.Done
            ),
            new("certificates/own", "The certificate of the OPC UA server.") { MediaType = "application/pkix-cert" },
            .. Values(),
            .. Users(),
            .. Support(),
            .. Plcs(),
            .. Map(),
        ];

    private static IEnumerable<ApiDescription> Values() =>
        [
            new(
                "values",
                "The present values of tags with their types.",
                null,
                () => ValueJson.Default.ValueList,
                Plc + "; without it each tag begins with that of its PLC",
                "tags: up to 200 names of tags, repeated or with commas between them"
            ),
            new(
                "values/write",
                "Writes a value, and answers what the PLC said.",
                () => ValueJson.Default.WriteBody,
                () => ActionJson.Default.Done
            ),
            new(
                "history",
                "Recorded values of a tag, the oldest first.",
                null,
                () => ValueJson.Default.HistoryList,
                Plc,
                Tag,
                "from: time in ISO 8601, by default an hour ago",
                "to: time in ISO 8601, by default now",
                "count: values of the answer at most, 1 to 10000",
                "after: 'next' of the answer before"
            ),
            new(
                "alarms",
                "The alarms, with what the user may do.",
                null,
                () => AlarmJson.Default.AlarmList,
                "state: active, unacknowledged or all; by default those of interest",
                Plc,
                "locale: language of the texts"
            ),
            Alarm("acknowledge", "Acknowledges alarms."),
            Alarm("confirm", "Confirms alarms."),
            Alarm("comment", "Comments alarms."),
            Alarm("shelve", "Shelves alarms, for some minutes or until each is gone."),
            Alarm("unshelve", "Ends the shelving of alarms."),
        ];

    private static ApiDescription Alarm(string act, string summary) =>
        new($"alarms/{act}", summary, () => AlarmJson.Default.AlarmBody, () => AlarmJson.Default.AlarmResults);

    private static IEnumerable<ApiDescription> Users() =>
        [
            new("users", "The users, who is logged in, and the tokens.", null, () => UserJson.Default.UsersAnswer),
            new("users/add", "Adds a user.", () => UserJson.Default.UserChanges, () => ActionJson.Default.Done),
            new(
                "users/change",
                "Changes a user; what is left out stays.",
                () => UserJson.Default.UserChanges,
                () => ActionJson.Default.Done
            ),
            new(
                "users/remove",
                "Removes a user with its sessions and tokens.",
                () => UserJson.Default.NameBody,
                () => ActionJson.Default.Done
            ),
            new("users/end-session", "Ends a session of a browser.", () => UserJson.Default.SessionBody, () => ActionJson.Default.Done),
            new(
                "tokens/add",
                "Makes a token, whose text is in this answer alone.",
                () => UserJson.Default.TokenBody,
                () => UserJson.Default.TokenMade
            ),
            new("tokens/remove", "Revokes a token.", () => UserJson.Default.NameBody, () => ActionJson.Default.Done),
        ];

    private static IEnumerable<ApiDescription> Support() =>
        [
            new("support/report", "The report for support, without secrets.") { MediaType = "application/zip" },
            new(
                "support/log",
                "The end of the log, without secrets.",
                null,
                () => SupportJson.Default.LogAnswer,
                "after: 'last' of the answer before",
                "level: the least severity",
                "search: text in the line or its category",
                "count: lines at most"
            ),
            new(
                "support/level",
                "Has a category of the log tell more for a while.",
                () => SupportJson.Default.LevelBody,
                () => ActionJson.Default.Done
            ),
            new("support/metrics", "The metrics in words.", null, () => SupportJson.Default.FigureList),
        ];

    private static IEnumerable<ApiDescription> Plcs() =>
        [
            new(
                "plcs/examine",
                "Begins to examine a PLC.",
                () => CommissionJson.Default.ExamineBody,
                () => CommissionJson.Default.ExaminationAnswer
            ),
            new(
                "plcs/examination",
                "What an examination has found so far.",
                null,
                () => CommissionJson.Default.ExaminationAnswer,
                "id: the examination"
            ),
            new("plcs/stop", "Stops an examination.", () => CommissionJson.Default.EmptyBody),
            new("plcs/release", "Leaves a PLC for some minutes.", () => CommissionJson.Default.ReleaseBody, () => ActionJson.Default.Done),
            new(
                "plcs/password",
                "Puts the password of a PLC into a file beside the map; 'password: { file: … }' or 'passwordFile' of the map has to name it.",
                () => MapJson.Default.PlcPasswordBody,
                () => MapJson.Default.PasswordFileAnswer
            ),
            new("plcs/reload", "Reads the map again.", () => CommissionJson.Default.EmptyBody, () => ActionJson.Default.Done),
            new(
                "plcs/import",
                "Tags to choose from, of files.",
                () => CommissionJson.Default.ImportBody,
                () => CommissionJson.Default.OfferAnswer
            ),
            new(
                "plcs/take",
                "Chosen tags of files as edits of the map, with their templates and alarms.",
                () => CommissionJson.Default.TakeBody,
                () => CommissionJson.Default.TakeAnswer
            ),
            new(
                "plcs/browse",
                "Tags to choose from, of a CPU.",
                () => CommissionJson.Default.BrowseBody,
                () => CommissionJson.Default.OfferAnswer
            ),
        ];

    private static IEnumerable<ApiDescription> Map() =>
        [
            new("map", "The files of the map.", null, () => MapJson.Default.MapAnswer),
            new("map/text", "The text of a file.", null, () => MapJson.Default.TextAnswer, "file: its name"),
            new("map/schema", "The JSON schema of a map.") { MediaType = "application/json" },
            new("map/edited", "The text of a file with edits.", () => MapJson.Default.EditedTextBody, () => MapJson.Default.TextAnswer),
            new("map/check", "The findings of a candidate.", () => MapJson.Default.CandidateBody, () => MapJson.Default.CheckAnswer),
            new(
                "map/preview",
                "What saving a candidate would do.",
                () => MapJson.Default.CandidateBody,
                () => MapJson.Default.PreviewAnswer
            ),
            new("map/save", "Saves a candidate.", () => MapJson.Default.CandidateBody, () => MapJson.Default.SavedAnswer),
            new("map/versions", "The kept versions of a file.", null, () => MapJson.Default.IReadOnlyListVersionRow, "file: its name"),
            new("map/version", "A kept version of a file.", null, () => MapJson.Default.VersionAnswer, "file: its name", "id: the version"),
            new("map/restore", "Saves a kept version again.", () => MapJson.Default.RestoreBody, () => MapJson.Default.SavedAnswer),
            new(
                "map/tags",
                "The tags as the text of the map has them.",
                null,
                () => TagEditJson.Default.EntriesAnswer,
                Plc,
                "template: name of a template",
                "search: words",
                "after: rows before these",
                "count: rows at most"
            ),
            new(
                "map/entries",
                "The same with a candidate's edits.",
                () => TagEditJson.Default.EntriesBody,
                () => TagEditJson.Default.EntriesAnswer
            ),
            new(
                "map/entries/more",
                "Further rows of the same.",
                () => TagEditJson.Default.FindBody,
                () => TagEditJson.Default.EntriesAnswer
            ),
            new("map/rows", "Checks rows while somebody types.", () => TagEditJson.Default.RowsBody, () => TagEditJson.Default.RowsAnswer),
            new(
                "map/peek",
                "Reads the values at addresses once.",
                () => TagEditJson.Default.RowsBody,
                () => TagEditJson.Default.PeekAnswer
            ),
            new(
                "map/load",
                "The load of a candidate, beside the present one.",
                () => TagEditJson.Default.LoadBody,
                () => TagEditJson.Default.LoadsAnswer
            ),
        ];
}
