using System.Net;
using System.Text;
using Microsoft.AspNetCore.Http;
using S7OpcBridge.Map;
using S7OpcBridge.Testing;
using S7OpcBridge.Web.Actions;
using S7OpcBridge.Web.Connections;
using S7OpcBridge.Web.Hosting;
using S7OpcBridge.Web.Login;

namespace S7OpcBridge.Web.Tests;

/// <summary>The actions behind the checks of every request, without sockets.</summary>
internal sealed class ActionRig
{
    /// <summary>The site of the page, beyond loopback.</summary>
    public const string Site = "https://edge01.plant.local:8443";

    private static readonly WebEndpoint Beyond = new(new Uri("https://0.0.0.0:8443"), IsHealth: false, HasMetrics: true);

    private readonly Visitors _visitors;

    /// <param name="commands">What the actions do.</param>
    /// <param name="map">Lines of the map.</param>
    /// <param name="running">The map; null: one with these lines.</param>
    /// <param name="shown">What the actions see; null: nothing.</param>
    public ActionRig(BridgeCommands commands, string map = "", BridgeView? shown = null, BridgeMap? running = null)
    {
        var loaded =
            running
            ?? MapText.Load($"server: {{ anonymous: read, security: [None], advertise: [edge01.plant.local] }}\n{map}\nplcs: []\n").Map!;
        Sessions = new WebSessions(Clock);
        _visitors = new Visitors(new WebLogin(commands, Clock), Sessions);
        Commands = commands with
        {
            AuditAction = (user, _, action, text, status) =>
            {
                Audit.Add($"{user} {action} {OpcUa.StatusCodes.NameOf(status)}");
                AuditTexts.Add(text);
            },
        };
        Table = new ActionTable(
            shown ?? NoBridge.View(Clock) with { Running = () => loaded },
            Commands,
            _visitors,
            new KnownHosts(() => loaded.Server.Advertise, static () => null)
        );
    }

    public ManualClock Clock { get; } = new();

    public WebSessions Sessions { get; }

    public BridgeCommands Commands { get; }

    public ActionTable Table { get; }

    /// <summary>User, action and outcome of what was audited.</summary>
    public List<string> Audit { get; } = [];

    /// <summary>The sentences of the same.</summary>
    public List<string> AuditTexts { get; } = [];

    /// <summary>Commands with users of any name and password.</summary>
    public static BridgeCommands WithUsers() =>
        new()
        {
            LogInAsync = static (name, _, _, _) => ValueTask.FromResult<PageUser?>(new PageUser(name, static () => [])),
            Map = NoBridge.Map,
        };

    /// <summary>A session of somebody with a role, as after a login.</summary>
    public (string Cookie, string Token) Begin(params string[] roles)
    {
        var id = Sessions.Begin(new PageUser(string.Join('+', roles), () => roles), IPAddress.Loopback, out var session);
        return ($"{SessionCookie.Name}={id}", session.Token);
    }

    public Task<Answer> LogInAsync(string user, string password, string? cookie = null) =>
        SendAsync("login", $$"""{"user":"{{user}}","password":"{{password}}"}""", cookie, origin: Site);

    /// <summary>Sends what the page would, or what something else might.</summary>
    public async Task<Answer> SendAsync(
        string name,
        string? body = null,
        string? cookie = null,
        string? token = null,
        string? origin = null,
        string type = "application/json",
        Action<HttpRequest>? also = null
    )
    {
        var context = new DefaultHttpContext();
        context.Features.Set(Beyond);
        context.Connection.RemoteIpAddress = IPAddress.Parse("192.0.2.7");
        var request = context.Request;
        (request.Scheme, request.Host, request.Path) = ("https", new HostString("edge01.plant.local", 8443), WebAction.Root + name);
        request.Method = body is null ? "GET" : "POST";
        if (body is not null)
        {
            request.Body = new MemoryStream(Encoding.UTF8.GetBytes(body));
            request.ContentType = type;
        }
        request.Headers.Cookie = cookie;
        request.Headers.Origin = origin;
        request.Headers[ForgeryCheck.TokenHeader] = token;
        also?.Invoke(request);
        using var answer = new MemoryStream();
        context.Response.Body = answer;
        (name, var query) = name.Split('?') is [var path, var rest] ? (path, rest) : (name, "");
        if (query.Length > 0)
            request.QueryString = new QueryString("?" + query);
        request.Path = WebAction.Root + name;
        var action = Table.All.Single(action => action.Name == name);
        await new WebRequestFilter(_visitors, passed => Table.ServeAsync(action, passed)).PassAsync(context);
        return new Answer(context.Response.StatusCode, Encoding.UTF8.GetString(answer.ToArray()), context.Response.Headers);
    }

    internal sealed record Answer(int Status, string Text, IHeaderDictionary Headers)
    {
        /// <summary>The cookie that the browser sends from now on.</summary>
        public string Cookie => Headers.SetCookie.ToString().Split(';')[0];
    }
}
