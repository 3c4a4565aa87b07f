using System.Reflection;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.OpcUa.Server.Tests.Conformance;

/// <summary>No limit is 0 by default, which elsewhere meant "without limit" (SA-0002, SA-0010). A map cannot set one to 0 either: ServerKeysTests.</summary>
internal sealed class DefaultLimitsTests
{
    private static readonly string[] Exceptions =
    [
        // Reckoned from the memory of the process when the server is made: MemoryLimits.
        $"{nameof(ChannelLimits)}.{nameof(ChannelLimits.ClientMemory)}",
        // The bytes of a message bound it (LongMessage): MessageLengthTests.
        $"{nameof(SubscriptionLimits)}.{nameof(SubscriptionLimits.MaxNotificationsPerPublish)}",
    ];

    private static IEnumerable<object> Defaults() =>
        [new ChannelLimits(), new UaServerLimits(), new SubscriptionLimits(), new HistoryLimits(), new EncodingLimits()];

    private static IEnumerable<TestCaseData> Limits() =>
        from limits in Defaults()
        from property in limits.GetType().GetProperties(BindingFlags.Public | BindingFlags.Instance)
        where property.PropertyType.IsValueType && !Exceptions.Contains($"{property.DeclaringType!.Name}.{property.Name}")
        select new TestCaseData(property.GetValue(limits)).SetArgDisplayNames($"{limits.GetType().Name}.{property.Name}");

    [TestCaseSource(nameof(Limits))]
    public void Every_limit_is_set_by_default(object value) =>
        Assert.That(value is TimeSpan time ? time.TotalMilliseconds : Convert.ToDouble(value, null), Is.Positive);

    [Test]
    public void What_is_0_by_default_is_listed_with_its_reason()
    {
        var zero =
            from limits in Defaults()
            from property in limits.GetType().GetProperties(BindingFlags.Public | BindingFlags.Instance)
            where property.PropertyType.IsValueType && property.GetValue(limits)!.Equals(Activator.CreateInstance(property.PropertyType))
            select $"{property.DeclaringType!.Name}.{property.Name}";
        Assert.That(zero.Distinct(), Is.EquivalentTo(Exceptions));
    }

    [Test]
    public void The_memory_of_clients_is_never_without_limit() => Assert.That(new UaServer(
                new UaServerOptions
                {
                    ApplicationUri = "urn:x",
                    Namespaces = [],
                    Endpoint = "opc.tcp://localhost:0",
                },
                new VariableTable(1, 1)
            ).Options.Limits.ClientMemory, Is.InRange(16L << 20, 2L << 30));
}
