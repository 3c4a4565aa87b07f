using NUnit.Framework.Constraints;

namespace S7OpcBridge.OpcUa.Server.Tests.Subscriptions;

/// <summary>Expects a service to fail as a whole.</summary>
internal static class Fails
{
    public static IResolveConstraint With(uint status) =>
        Throws.TypeOf<UaException>().With.Property(nameof(UaException.Status)).EqualTo((StatusCode)status);
}
