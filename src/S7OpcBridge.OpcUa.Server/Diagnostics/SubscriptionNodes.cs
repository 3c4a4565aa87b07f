using System.Globalization;
using S7OpcBridge.OpcUa.Server.Subscriptions;

namespace S7OpcBridge.OpcUa.Server.Diagnostics;

/// <summary>
/// A variable per subscription (SubscriptionDiagnosticsType, OPC 10000-5, 7.12) below SubscriptionDiagnosticsArray and below the array of its session, named
/// by the subscription id.
/// </summary>
internal sealed class SubscriptionNodes(ServerDiagnostics diagnostics, int source)
    : LiveNodes<Subscription>("Subscription", diagnostics.Subscriptions, diagnostics, Members())
{
    private readonly ServerDiagnostics _diagnostics = diagnostics;

    public required SessionNodes Sessions { get; init; }

    /// <summary>The variable of a subscription.</summary>
    public NodeHandle HandleOf(Subscription subscription) => new(source, IndexOf(subscription.Slot, 0));

    /// <inheritdoc/>
    protected override string NameOf(Subscription one) => one.Id.ToString(CultureInfo.InvariantCulture);

    /// <inheritdoc/>
    protected override void AddReferences(Subscription one, int member, List<NodeReference> references)
    {
        if (member != 0)
            return;
        references.Add(
            new NodeReference(Ids.HasComponent, false, Sessions.StayingNode(Ids.Server_ServerDiagnostics_SubscriptionDiagnosticsArray))
        );
        foreach (var (_, session) in _diagnostics.Sessions.Unordered)
        {
            if (session.Subscriptions == one.Owner)
                references.Add(new NodeReference(Ids.HasComponent, false, Sessions.HandleOf(session, SessionNodes.Subscriptions)));
        }
    }

    private static LiveMember<Subscription>[] Members() =>
        [
            new(
                "",
                Ids.SubscriptionDiagnosticsType,
                -1,
                Ids.SubscriptionDiagnosticsDataType,
                false,
                s => SubscriptionDiagnostics.DiagnosticsOf(s) is { } figures ? Variant.From(ExtensionObject.From(figures)) : default
            ),
            .. DiagnosticFields.Subscription.Select(field => new LiveMember<Subscription>(
                field.Name,
                Ids.BaseDataVariableType,
                0,
                field.DataType,
                field.IsArray,
                s => SubscriptionDiagnostics.DiagnosticsOf(s) is { } figures ? field.Value(figures) : default
            )),
        ];
}
