using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Legitimation;

/// <summary>Access to the attributes of the session in the CPU.</summary>
/// <param name="ReadAsync">Reads one (GetVarSubStreamed).</param>
/// <param name="WriteAsync">Writes one (SetVariable).</param>
internal sealed record SessionAttributes(
    Func<uint, CancellationToken, ValueTask<PlusValue>> ReadAsync,
    Func<uint, PlusValue, CancellationToken, ValueTask<S7PlusReturnValue>> WriteAsync
);
