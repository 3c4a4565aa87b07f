namespace S7OpcBridge.Core;

/// <summary>An entry of the diagnostics buffer of a CPU. Immutable.</summary>
/// <param name="Time">When it happened, by the CPU's clock (UTC); null: the CPU does not say.</param>
/// <param name="Words">What happened, in a sentence.</param>
/// <param name="IsFault">True: something has begun that should not be; false: it ended, or is no fault.</param>
public readonly record struct CpuEvent(DateTimeOffset? Time, string Words, bool IsFault);
