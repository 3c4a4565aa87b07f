using System.Text.Json;
using System.Text.Json.Nodes;
using Microsoft.AspNetCore.Http;
using S7OpcBridge.Map;

namespace S7OpcBridge.Web.Tests.Maps;

/// <summary>The actions of the map on a folder of its own, with the real loader and the real versions.</summary>
internal sealed class MapRig : IDisposable
{
    public const string PlantText = """
        # the plant
        server: { anonymous: read, security: [None], advertise: [edge01.plant.local] }   # as it is
        plcs:
          - name: Line1
            host: 192.168.0.10
            profile: s7-1500
            tags:
              - tags.yaml
              - { name: Own, address: MW10, type: Int }

        """;

    public const string TagsText = "# tags of Line1\nSpeed: DB1.DBD0 Real   # rpm\nRuns:  DB1.DBX4.0 Bool\n";

    private readonly string _folder = Directory.CreateTempSubdirectory("s7opcbridge-").FullName;

    /// <param name="tags">What editing tags asks of a running bridge; null: there is none.</param>
    public MapRig(TagCommands? tags = null)
    {
        Write("map.yaml", PlantText);
        Write("tags.yaml", TagsText);
        Commands = new MapCommands
        {
            Path = PathOf("map.yaml"),
            Texts = () => Seen.Texts,
            Files = () => Seen.Sought,
            CodePages = () => Pages,
            Load = findings => MapLoader.Load(PathOf("map.yaml"), findings),
            Examine = static _ => [],
            EffectOf = static loaded => new MapEffect(
                [$"{loaded.Tags.Tags.Length} tags are served."],
                [],
                loaded.Tags.Tags.Length,
                0,
                0,
                0,
                [],
                []
            ),
            ReachAsync = (_, _) => Task.FromResult(Reach),
            Versions = new MapVersions(MapVersions.FolderFor(PathOf("map.yaml")), TimeProvider.System),
            AskReload = why => Reloads.Add(why),
        };
        Actions = new ActionRig(
            ActionRig.WithUsers() with
            {
                Map = Commands,
                Tags = tags ?? new TagCommands(),
                WhyMapIsReadOnly = () => WhyReadOnly,
            },
            running: Commands.Load(new FindingList())
        );
        (Cookie, Token) = Actions.Begin("ConfigureAdmin");
    }

    public MapCommands Commands { get; }

    public ActionRig Actions { get; }

    public string Cookie { get; private set; }

    public string Token { get; private set; }

    /// <summary>Those of the last load; see <see cref="Reload"/>.</summary>
    public CodePages Pages { get; private set; } = new();

    /// <summary>Does what follows a saved map, as far as pages see it.</summary>
    public void Reload() => Pages = Seen.CodePages;

    public MapReach Reach { get; set; } = MapReach.Alone;

    public string? WhyReadOnly { get; set; }

    public List<string> Reloads { get; } = [];

    private FindingList Seen
    {
        get
        {
            var findings = new FindingList();
            MapLoader.Load(PathOf("map.yaml"), findings);
            return findings;
        }
    }

    public string PathOf(string name) => Path.Combine(_folder, name);

    public void Write(string name, string text) => File.WriteAllText(PathOf(name), text);

    public string Read(string name) => File.ReadAllText(PathOf(name));

    public string VersionOf(string name) => MapVersions.VersionOf(File.ReadAllBytes(PathOf(name)));

    /// <summary>Somebody else goes on.</summary>
    public void LogInAs(params string[] roles) => (Cookie, Token) = Actions.Begin(roles);

    /// <summary>Asks for what is at an address.</summary>
    public Task<ActionRig.Answer> GetAsync(string name, params (string Key, string Value)[] query) =>
        Actions.SendAsync(
            name,
            cookie: Cookie,
            also: request =>
                request.QueryString = QueryString.Create(query.Select(pair => KeyValuePair.Create(pair.Key, (string?)pair.Value)))
        );

    public Task<ActionRig.Answer> PostAsync(string name, JsonNode body) =>
        Actions.SendAsync(name, body.ToJsonString(), Cookie, Token, ActionRig.Site);

    /// <summary>A candidate with edits.</summary>
    public static JsonObject Edits(params JsonObject[] edits) =>
        new() { ["edits"] = new JsonArray([.. edits]), ["texts"] = new JsonArray() };

    public static JsonObject Set(string path, JsonNode value, string? file = null)
    {
        var edit = new JsonObject
        {
            ["kind"] = "set",
            ["path"] = path,
            ["value"] = value,
        };
        if (file is not null)
            edit["file"] = file;
        return edit;
    }

    /// <summary>A candidate with the whole text of a file, made of what is there now.</summary>
    public JsonObject Text(string name, string text) =>
        new()
        {
            ["edits"] = new JsonArray(),
            ["texts"] = new JsonArray(new JsonObject { ["file"] = PathOf(name), ["text"] = text }),
            ["bases"] = new JsonObject { [PathOf(name)] = File.Exists(PathOf(name)) ? VersionOf(name) : null },
        };

    public void Dispose() => Directory.Delete(_folder, recursive: true);
}

internal static class Answers
{
    public static JsonElement Json(this ActionRig.Answer answer)
    {
        Assert.That(answer.Status, Is.EqualTo(200), answer.Text);
        return answer.Any();
    }

    public static JsonElement Any(this ActionRig.Answer answer) => JsonDocument.Parse(answer.Text).RootElement;
}
