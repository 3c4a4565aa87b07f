using S7OpcBridge.OpcUa.Server.Diagnostics;
using S7OpcBridge.OpcUa.Server.InformationModel;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Diagnostics;

/// <summary>The members of the diagnostics against the types that the standard publishes.</summary>
public class DiagnosticFieldsTests
{
    private static readonly Namespace0 Nodes = Namespace0.Load(TimeProvider.System);

    [ConformanceUnit("Base Info Diagnostics")]
    [Test]
    public void Sessions_have_the_members_of_their_type() => AssertLike(Ids.SessionDiagnosticsVariableType, DiagnosticFields.Session);

    [ConformanceUnit("Base Info Diagnostics")]
    [Test]
    public void Security_has_the_members_of_its_type() => AssertLike(Ids.SessionSecurityDiagnosticsType, DiagnosticFields.Security);

    [ConformanceUnit("Base Info Diagnostics")]
    [Test]
    public void Subscriptions_have_the_members_of_their_type() =>
        AssertLike(Ids.SubscriptionDiagnosticsType, DiagnosticFields.Subscription);

    private static void AssertLike<T>(uint type, DiagnosticField<T>[] fields)
        where T : new()
    {
        var references = new NodeReference[200];
        var count = Nodes.References(Nodes.Find(new NodeIdView(0, type)), 0, references);
        var published = references[..count]
            .Where(r => r is { Type: Ids.HasComponent, IsForward: true })
            .Select(r =>
            {
                Nodes.Read(r.Target.Index, AttributeId.DataType, out var dataType);
                Nodes.Read(r.Target.Index, AttributeId.ValueRank, out var rank);
                return $"{Nodes.BrowseNameOf(r.Target.Index).Name} {dataType.Reference} {rank.Bits > 0}";
            });
        Assert.That(fields.Select(f => $"{f.Name} i={f.DataType} {f.IsArray}"), Is.EquivalentTo(published));
        foreach (var field in fields)
            Assert.That(field.Value(new T()).IsNull, Is.False, field.Name);
    }
}
