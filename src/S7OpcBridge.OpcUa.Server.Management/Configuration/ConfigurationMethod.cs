using S7OpcBridge.OpcUa.Server.Calls;

namespace S7OpcBridge.OpcUa.Server.Management.Configuration;

/// <summary>What a method changed.</summary>
[Flags]
internal enum ConfigurationChange
{
    None = 0,
    TrustList = 1,
    Certificate = 2,
}

/// <summary>The result of a method.</summary>
/// <param name="Outputs">Output arguments.</param>
/// <param name="Note">For the audit, if the method changed something or returned a secret; null: no audit entry.</param>
/// <param name="Changed">What the method put into use.</param>
internal readonly record struct MethodResult(
    Variant[] Outputs,
    string? Note = null,
    ConfigurationChange Changed = ConfigurationChange.None
);

/// <summary>A method of ServerConfiguration.</summary>
internal sealed record ConfigurationMethod(string Name, Expected[] Inputs, Func<NodeId, IReadOnlyList<Variant>, MethodResult> Run);
