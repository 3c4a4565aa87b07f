using S7OpcBridge.OpcUa.Server.Sessions;

namespace S7OpcBridge.OpcUa.Server.Diagnostics;

/// <summary>
/// An object per session below SessionsDiagnosticsSummary (SessionDiagnosticsObjectType, OPC 10000-5, 6.3.5) with the session id as its NodeId, and its
/// variables, which are also components of the arrays of all sessions.
/// </summary>
internal sealed class SessionNodes(ServerDiagnostics diagnostics, int source)
    : LiveNodes<Session>("Session", diagnostics.Sessions, diagnostics, Members(diagnostics))
{
    /// <summary>Members that other nodes refer to.</summary>
    public const int Root = 0,
        Figures = 1,
        Security = 2,
        Subscriptions = 3;

    private readonly ServerDiagnostics _diagnostics = diagnostics;

    public SubscriptionNodes? Subscribed { get; set; }

    public NodeHandle HandleOf(Session session, int member) => new(source, IndexOf(session.Slot, member));

    /// <summary>True for a member about the session's security.</summary>
    private static bool IsSecurity(int node) => (node & 63) is Security or >= FirstSecurity;

    /// <inheritdoc/>
    public override int Find(in NodeIdView id)
    {
        if (id is not { Namespace: 1, Kind: NodeIdKind.Numeric })
            return base.Find(id);
        if (_diagnostics.IsEnabled)
        {
            foreach (var (slot, session) in _diagnostics.Sessions.Unordered)
            {
                if (session.Id.Numeric == id.Numeric)
                    return IndexOf(slot, Root);
            }
        }

        return -1;
    }

    /// <inheritdoc/>
    public override NodeId IdOf(int node) =>
        (node & 63) == Root && _diagnostics.Sessions.Find(SlotOf(node)) is { } session ? session.Id : base.IdOf(node);

    /// <inheritdoc/>
    public override PermissionSet PermissionsOf(int node) => (node & 63) == Root ? PermissionSet.OfServer : PermissionSet.OfSecurity;

    /// <inheritdoc/>
    public override bool IsAboutCaller(int node, UaCaller caller) =>
        !IsSecurity(node) && _diagnostics.Sessions.Find(SlotOf(node)) is { } session && session.IsOf(caller);

    /// <inheritdoc/>
    protected override string NameOf(Session one) => one.Name;

    /// <inheritdoc/>
    protected override void AddReferences(Session one, int member, List<NodeReference> references)
    {
        uint owner = member switch
        {
            Root => Ids.Server_ServerDiagnostics_SessionsDiagnosticsSummary,
            Figures => Ids.Server_ServerDiagnostics_SessionsDiagnosticsSummary_SessionDiagnosticsArray,
            Security => Ids.Server_ServerDiagnostics_SessionsDiagnosticsSummary_SessionSecurityDiagnosticsArray,
            _ => 0,
        };
        if (owner != 0)
            references.Add(new NodeReference(Ids.HasComponent, false, StayingNode(owner)));
        if (member != Subscriptions || Subscribed is not { } nodes)
            return;
        foreach (var subscription in ServerDiagnostics.SubscriptionsIn(one))
            references.Add(new NodeReference(Ids.HasComponent, true, nodes.HandleOf(subscription)));
    }

    /// <summary>Finds a permanent node of namespace 0.</summary>
    public required Func<uint, NodeHandle> StayingNode { get; init; }

    private const int FirstFigure = 4,
        FirstSecurity = FirstFigure + 43;

    private static LiveMember<Session>[] Members(ServerDiagnostics diagnostics) =>
        [
            new("", Ids.SessionDiagnosticsObjectType, -1),
            new(
                "SessionDiagnostics",
                Ids.SessionDiagnosticsVariableType,
                Root,
                Ids.SessionDiagnosticsDataType,
                false,
                s => Variant.From(ExtensionObject.From(diagnostics.DiagnosticsOf(s)))
            ),
            new(
                "SessionSecurityDiagnostics",
                Ids.SessionSecurityDiagnosticsType,
                Root,
                Ids.SessionSecurityDiagnosticsDataType,
                false,
                s => Variant.From(ExtensionObject.From(SessionDiagnostics.SecurityOf(s)))
            ),
            new(
                "SubscriptionDiagnosticsArray",
                Ids.SubscriptionDiagnosticsArrayType,
                Root,
                Ids.SubscriptionDiagnosticsDataType,
                true,
                s => diagnostics.SubscriptionsOf(s)
            ),
            .. DiagnosticFields.Session.Select(field => new LiveMember<Session>(
                $"SessionDiagnostics/{field.Name}",
                Ids.BaseDataVariableType,
                Figures,
                field.DataType,
                field.IsArray,
                s => field.Value(diagnostics.DiagnosticsOf(s))
            )),
            .. DiagnosticFields.Security.Select(field => new LiveMember<Session>(
                $"SessionSecurityDiagnostics/{field.Name}",
                Ids.BaseDataVariableType,
                Security,
                field.DataType,
                field.IsArray,
                s => field.Value(SessionDiagnostics.SecurityOf(s))
            )),
        ];
}
