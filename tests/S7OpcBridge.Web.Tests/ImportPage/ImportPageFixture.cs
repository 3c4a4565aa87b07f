using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;
using S7OpcBridge.Import;
using S7OpcBridge.Pages;
using S7OpcBridge.Web.ImportPage;

namespace S7OpcBridge.Web.Tests;

/// <summary>The page of an import of four tags, asked as a browser asks it.</summary>
internal sealed class ImportPageFixture : IAsyncDisposable
{
    public const string Head = "Tag Name,Address,Data Type,Respect Data Type,Client Access,Scan Rate\n";

    private const int LongBody = 1 << 20;

    private readonly string _folder;
    private readonly ImportPageHost _host;

    private ImportPageFixture(string folder, ImportPageSession session, ImportPageHost host, List<string> opened)
    {
        (_folder, Session, _host, Opened) = (folder, session, host, opened);
        Client = new HttpClient(new SocketsHttpHandler { AllowAutoRedirect = false, Expect100ContinueTimeout = TimeSpan.FromSeconds(60) })
        {
            BaseAddress = new Uri(host.Address.GetLeftPart(UriPartial.Authority)),
        };
    }

    public ImportPageSession Session { get; }

    /// <summary>A line for each time that the printed address was opened.</summary>
    public List<string> Opened { get; }

    /// <summary>Sends to the page without anything that a browser would add.</summary>
    public HttpClient Client { get; }

    /// <summary>The printed address.</summary>
    public Uri Address => _host.Address;

    /// <summary>Path of the page, once it was opened: <c>/key/</c>.</summary>
    public string Page { get; private set; } = "";

    public string Map => Path.Combine(_folder, "plant.yaml");

    /// <param name="before">Does something in the map's folder.</param>
    /// <param name="mayOverwrite">As with --write.</param>
    /// <param name="host">Address of the PLC; null: left open.</param>
    public static async Task<ImportPageFixture> StartAsync(
        Action<string>? before = null,
        bool mayOverwrite = false,
        string? host = "10.0.0.5"
    )
    {
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-").FullName;
        var map = Path.Combine(folder, "plant.yaml");
        before?.Invoke(map);
        var source = Path.Combine(folder, "tags.csv");
        File.WriteAllText(
            source,
            $"{Head}\"Motor.Speed\",\"DB10,REAL0\",Float,1,R/W,100\n\"Motor.Running\",\"DB10,X4.0\",Boolean,1,RO,100\n"
                + "\"Tank.Level\",\"DB20,REAL0\",Float,1,RO,1000\n\"Door\",\"I0.0\",Boolean,1,RO,1000\n\"Wrong\",\"XYZ\",Float,1,RO,1000\n"
        );
        var list = ProjectImport.List([source], new ImportOptions { Plc = "Line1", Host = host }, CancellationToken.None);
        var session = new ImportPageSession(
            list,
            new ImportBrowseOptions(map, 0, mayOverwrite, "0.0.0", ImportLoad.Compute),
            TimeProvider.System
        );
        var opened = new List<string>();
        var page = await ImportPageHost.StartAsync(session, port: 0, () => opened.Add("opened"), CancellationToken.None);
        return new ImportPageFixture(folder, session, page, opened);
    }

    /// <summary>Opens the printed address.</summary>
    public async Task<ImportPageFixture> OpenAsync()
    {
        using var answer = await Client.GetAsync(Address);
        Assert.That((int)answer.StatusCode, Is.EqualTo(303));
        Page = answer.Headers.Location!.OriginalString;
        return this;
    }

    public async Task<JsonElement> GetAsync(string what) =>
        JsonDocument.Parse(await Client.GetStringAsync($"{Page}api/v1/{what}")).RootElement;

    /// <summary>Posts as the page does.</summary>
    public async Task<JsonElement> PostAsync(string what, object wish)
    {
        using var answer = await SendAsync(what, JsonSerializer.Serialize(wish));
        var text = await answer.Content.ReadAsStringAsync();
        Assert.That((int)answer.StatusCode, Is.EqualTo(200), text);
        return JsonDocument.Parse(text).RootElement;
    }

    /// <summary>Saves what is ticked, with edits. Returns the status and the message or the reason.</summary>
    public async Task<(int Status, string Told)> SaveAsync(params object[] edits)
    {
        using var answer = await SendAsync("map/save", JsonSerializer.Serialize(CandidateOf(edits)));
        var text = await answer.Content.ReadAsStringAsync();
        return (
            (int)answer.StatusCode,
            answer.IsSuccessStatusCode ? JsonDocument.Parse(text).RootElement.GetProperty("message").GetString()! : text
        );
    }

    /// <summary>What saving would do.</summary>
    public Task<JsonElement> PreviewAsync(params object[] edits) => PostAsync("map/preview", CandidateOf(edits));

    private static object CandidateOf(object[] edits) => new { edits, texts = Array.Empty<object>() };

    /// <summary>Posts anything from anywhere.</summary>
    public async Task<HttpResponseMessage> SendAsync(
        string what,
        string json,
        string? origin = "own",
        string type = "application/json",
        string? page = null
    )
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, $"{page ?? Page}api/v1/{what}")
        {
            Content = new StringContent(json, Encoding.UTF8),
        };
        // Who is refused before the body is read is cut off, and may be in the middle of sending it: a long body waits until the server asks for it.
        request.Headers.ExpectContinue = json.Length > LongBody;
        request.Content.Headers.ContentType = new MediaTypeHeaderValue(type);
        if (origin is not null)
            request.Headers.Add("Origin", origin == "own" ? Client.BaseAddress!.GetLeftPart(UriPartial.Authority) : origin);
        return await Client.SendAsync(request);
    }

    /// <summary>The id of a node by its name.</summary>
    public async Task<int> FindAsync(string name)
    {
        var rows = await PostAsync("import/rows", new { search = name, count = 50 });
        return rows.GetProperty("rows")
            .EnumerateArray()
            .First(row => row.GetProperty("name").GetString() == name)
            .GetProperty("id")
            .GetInt32();
    }

    /// <summary>Ticks a node; returns the number of the change.</summary>
    public async Task<int> TickAsync(string name)
    {
        var answer = await PostAsync("import/change", new { id = await FindAsync(name), tick = true });
        return answer.GetProperty("change").GetInt32();
    }

    public async ValueTask DisposeAsync()
    {
        Client.Dispose();
        await _host.DisposeAsync();
        await Session.DisposeAsync();
        Directory.Delete(_folder, recursive: true);
    }
}
