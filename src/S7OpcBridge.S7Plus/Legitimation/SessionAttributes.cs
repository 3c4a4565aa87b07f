using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Legitimation;

/// <summary>The attributes of the own session, as the CPU has them.</summary>
/// <param name="ReadAsync">Reads one (GetVarSubStreamed).</param>
/// <param name="WriteAsync">Writes one (SetVariable).</param>
internal sealed record SessionAttributes(
    Func<uint, CancellationToken, ValueTask<PlusValue>> ReadAsync,
    Func<uint, PlusValue, CancellationToken, ValueTask<S7PlusReturnValue>> WriteAsync);
