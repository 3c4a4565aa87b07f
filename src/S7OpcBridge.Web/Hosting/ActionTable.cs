using Microsoft.AspNetCore.Http;
using S7OpcBridge.Web.Actions;
using S7OpcBridge.Web.Alarms;
using S7OpcBridge.Web.ApiDocument;
using S7OpcBridge.Web.Commission;
using S7OpcBridge.Web.Login;
using S7OpcBridge.Web.Maps;
using S7OpcBridge.Web.Support;
using S7OpcBridge.Web.TagEdits;
using S7OpcBridge.Web.Users;
using S7OpcBridge.Web.Values;

namespace S7OpcBridge.Web.Hosting;

/// <summary>All actions.</summary>
internal sealed class ActionTable
{
    private readonly ActionGate _gate;
    private readonly Dictionary<string, WebAction> _byName;

    /// <param name="visitors">Finds out who asks; null: there are no users.</param>
    /// <param name="hosts">The names under which actions may be reached beyond loopback.</param>
    public ActionTable(BridgeView view, BridgeCommands commands, Visitors visitors, KnownHosts hosts)
    {
        var rules = new ChangeRules(view, commands);
        _gate = new ActionGate(rules, commands, commands.LogInAsync is null ? null : visitors, hosts);
        var texts = MapTexts.Lazily(commands.Map, view.Time);
        var running = new RunningMap(view.Running, view.Refusal);
        All =
        [
            .. new SessionActions(rules, visitors, () => All!).List(),
            .. new CertificateActions(view, commands).List(),
            .. new PlcActions(commands, view.Time).List(),
            .. new OfferActions(commands, texts).List(),
            .. new MapActions(running, texts, () => rules.WhyNoMapChange).List(),
            .. new PasswordActions(texts).List(),
            .. new TagEditActions(running, commands.Tags, texts).List(),
            .. new ValueActions(view, commands.Values).List(),
            .. new AlarmActions(view, commands.Alarms).List(),
            .. new UserActions(view, commands, visitors.Sessions).List(),
            .. new TokenActions(commands).List(),
            .. new OwnPassword(commands, visitors).List(),
            .. new HistoryActions(view, commands.Values).List(),
            .. new SupportActions(view, commands.Support).List(),
            .. new DocumentActions(view, () => All!).List(),
        ];
        _byName = All.ToDictionary(static action => action.Name, StringComparer.OrdinalIgnoreCase);
    }

    /// <summary>All of them.</summary>
    public IReadOnlyList<WebAction> All { get; }

    /// <summary>The action with a name; null: there is none.</summary>
    public WebAction? Find(string name) => _byName.GetValueOrDefault(name);

    /// <summary>Answers a request for one of them.</summary>
    public Task ServeAsync(WebAction action, HttpContext context) => _gate.ServeAsync(action, context);
}
