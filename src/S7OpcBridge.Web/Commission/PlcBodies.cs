using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using S7OpcBridge.Import;
using S7OpcBridge.Map;
using S7OpcBridge.Web.Answers;
using S7OpcBridge.Web.Maps;

namespace S7OpcBridge.Web.Commission;

/// <summary>The body of an examination: a PLC of the map, or an address.</summary>
/// <param name="Plc">Name of a PLC in the running map.</param>
/// <param name="Host">Name or address of one that is not.</param>
/// <param name="Port">Its TCP port.</param>
/// <param name="Protocol">s7 or s7plus; null: both are tried.</param>
/// <param name="Profile">Its family; null: not known.</param>
/// <param name="Rack">0 to 7; null: not known.</param>
/// <param name="Slot">0 to 31; null: not known.</param>
internal sealed record ExamineBody(
    string? Plc = null,
    string? Host = null,
    int Port = 102,
    string? Protocol = null,
    string? Profile = null,
    int? Rack = null,
    int? Slot = null
);

/// <summary>The body of a release.</summary>
/// <param name="Plc">Name of a PLC in the running map.</param>
/// <param name="Minutes">For how long; 0: the bridge takes the connection again.</param>
internal sealed record ReleaseBody(string Plc, int Minutes);

/// <summary>The body of an import: files as somebody dropped them.</summary>
/// <param name="Files">The files.</param>
internal sealed record ImportBody(IReadOnlyList<DroppedFile> Files);

/// <summary>A file.</summary>
/// <param name="Name">Its name, for the report only.</param>
/// <param name="Content">Its bytes, in Base64.</param>
internal sealed record DroppedFile(string Name, byte[] Content);

/// <summary>The body that asks for tags of files as the map takes them.</summary>
/// <param name="Files">The files, as for the import.</param>
/// <param name="Plc">The PLC in the files.</param>
/// <param name="Tags">Names of its tags.</param>
/// <param name="Name">The PLC in the map.</param>
/// <param name="Edits">The changes that are not saved yet, as for a candidate.</param>
/// <param name="Texts">As above.</param>
internal sealed record TakeBody(
    IReadOnlyList<DroppedFile> Files,
    string Plc,
    IReadOnlyList<string> Tags,
    string Name,
    IReadOnlyList<EditBody> Edits,
    IReadOnlyList<TextBody> Texts
);

/// <summary>Tags of files as the map takes them.</summary>
/// <param name="Tags">Entries for the list of tags of the PLC.</param>
/// <param name="Scan">Its scan classes; null: none.</param>
/// <param name="Edits">What else comes into the map: templates, classes of alarms, and of scans where the PLC is there already.</param>
/// <param name="Texts">New files: lists of alarms, and of texts of messages.</param>
/// <param name="Alarms">What a new PLC has under <c>alarms</c>; null: nothing, or the edits say it.</param>
internal sealed record TakeAnswer(
    IReadOnlyList<JsonObject> Tags,
    JsonObject? Scan,
    IReadOnlyList<EditBody> Edits,
    IReadOnlyList<TextBody> Texts,
    JsonObject? Alarms
)
{
    /// <param name="folder">The folder of the map.</param>
    /// <param name="map">The map, which keeps the classes that it has.</param>
    /// <param name="name">The PLC.</param>
    public static TakeAnswer From(TakenTags taken, string folder, EditableMap map, string name)
    {
        var classes = map.NamesIn("alarms/classes");
        var plc = EditableMap.PathOfPlc(name);
        var keys = map.NamesIn(plc);
        var isNew = keys.Count == 0;
        var scans = map.NamesIn($"{plc}/scan");
        // The interval of 'normal' is what it is there.
        var newScans = isNew ? [] : taken.Scan?.Where(each => each.Key != "normal" && !scans.Contains(each.Key)) ?? [];
        // A PLC that has texts keeps them.
        var alarms = map.NamesIn($"{plc}/alarms");
        var ownTexts = alarms.Contains("texts") ? taken.Alarms?["texts"]?.ToString() : null;
        var newAlarms =
            isNew || ownTexts is not null || taken.Alarms is null ? []
            : keys.Contains("alarms") ? taken.Alarms.Where(each => !alarms.Contains(each.Key)).Select(each => Insert($"{plc}/alarms", each))
            : [Insert(plc, KeyValuePair.Create("alarms", (JsonNode?)taken.Alarms))];
        return new TakeAnswer(
            taken.Tags,
            taken.Scan,
            [
                .. taken.Templates.Select(static each => Insert("templates", each)),
                .. newScans.Select(each => Insert($"{plc}/scan", each)),
                .. newAlarms,
                .. taken.AlarmClasses.Where(each => !classes.Contains(each.Key)).Select(static each => Insert("alarms/classes", each)),
            ],
            [.. taken.Files.Where(file => file.Key != ownTexts).Select(file => new TextBody(Path.Combine(folder, file.Key), file.Value))],
            isNew ? taken.Alarms : null
        );
    }

    private static EditBody Insert(string path, KeyValuePair<string, JsonNode?> each) =>
        new("insert", path, each.Value?.DeepClone(), each.Key);
}

/// <summary>The body that asks a CPU for what it has.</summary>
/// <param name="Host">Its name or address.</param>
/// <param name="BySymbol">True: its symbols by S7CommPlus; false: its data blocks by classic S7.</param>
/// <param name="Port">Its TCP port.</param>
/// <param name="Profile">Its family; null: not known.</param>
/// <param name="Rack">0 to 7; null: as the family has it.</param>
/// <param name="Slot">0 to 31; null: as the family has it.</param>
/// <param name="Password">Its password, which is not kept.</param>
/// <param name="User">The user of the password.</param>
/// <param name="Certificate">Thumbprint of the CPU's certificate, SHA-256; a must with a password.</param>
internal sealed record BrowseBody(
    string Host,
    bool BySymbol,
    int Port = 102,
    string? Profile = null,
    int? Rack = null,
    int? Slot = null,
    string? Password = null,
    string? User = null,
    string? Certificate = null
);

/// <summary>PLCs with tags to choose from.</summary>
/// <param name="Plcs">The PLCs.</param>
/// <param name="Tags">How many tags there are.</param>
/// <param name="IsCut">True: not all are here.</param>
/// <param name="Reasons">What was left out and changed, and why.</param>
internal sealed record OfferAnswer(IReadOnlyList<OfferedPlc> Plcs, int Tags, bool IsCut, IReadOnlyList<ShownReason> Reasons);

/// <summary>A body without anything in it.</summary>
internal sealed record EmptyBody;

/// <summary>Reads and writes the bodies about PLCs. What is not known is refused.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true,
    AllowDuplicateProperties = false,
    MaxDepth = 32
)]
[JsonSerializable(typeof(ExamineBody))]
[JsonSerializable(typeof(ReleaseBody))]
[JsonSerializable(typeof(EmptyBody))]
[JsonSerializable(typeof(ExaminationAnswer))]
[JsonSerializable(typeof(ImportBody))]
[JsonSerializable(typeof(TakeBody))]
[JsonSerializable(typeof(TakeAnswer))]
[JsonSerializable(typeof(BrowseBody))]
[JsonSerializable(typeof(OfferAnswer))]
internal sealed partial class CommissionJson : JsonSerializerContext;
