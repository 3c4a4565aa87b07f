using S7OpcBridge.S7.Diagnosis;

namespace S7OpcBridge.S7;

/// <summary>What a CPU reported about itself; null or Unknown where it did not, which is not an error.</summary>
public sealed record S7CpuFacts
{
    /// <summary>Order number and firmware.</summary>
    public S7Identity? Identity { get; init; }

    /// <summary>Names, serial number, type of the module.</summary>
    public S7ComponentNames? Names { get; init; }

    /// <summary>RUN, STOP.</summary>
    public S7CpuState State { get; init; }

    /// <summary>Protection level.</summary>
    public S7Protection? Protection { get; init; }

    /// <summary>Its largest PDU and number of connections.</summary>
    public S7Communication? Communication { get; init; }

    /// <summary>Connections in use and free.</summary>
    public S7ConnectionUse? Connections { get; init; }

    /// <summary>Queries all of it, one after the other; what the CPU refuses is left out. Families that must not be queried are not.</summary>
    /// <exception cref="S7LinkException">The connection ended.</exception>
    internal static async Task<S7CpuFacts> AskAsync(SharedConnection link, S7Profile profile, CancellationToken cancellationToken)
    {
        if (profile.SystemLists == S7SystemListPolicy.Never)
            return new S7CpuFacts();
        return new S7CpuFacts
        {
            Identity = await TryAsync(ask => ask.ReadIdentityAsync(cancellationToken)).ConfigureAwait(false),
            Names = await TryAsync(ask => ask.ReadComponentNamesAsync(cancellationToken)).ConfigureAwait(false),
            State = await TryAsync(ask => ask.ReadCpuStateAsync(cancellationToken)).ConfigureAwait(false),
            Protection = await TryAsync(ask => ask.ReadProtectionAsync(cancellationToken)).ConfigureAwait(false),
            Communication = await TryAsync(ask => ask.ReadCommunicationAsync(cancellationToken)).ConfigureAwait(false),
            Connections = await TryAsync(ask => ask.ReadConnectionUseAsync(cancellationToken)).ConfigureAwait(false),
        };

        async Task<T?> TryAsync<T>(Func<S7Userdata, Task<T>> question)
        {
            try
            {
                return await link.AskAsync(question, cancellationToken).ConfigureAwait(false);
            }
            catch (S7RefusedException)
            {
                return default;
            }
        }
    }
}
