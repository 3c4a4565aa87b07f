using S7OpcBridge.S7Plus.Alarms;
using S7OpcBridge.S7Plus.Jobs;
using S7OpcBridge.S7Plus.Messages;

namespace S7OpcBridge.S7Plus.Client;

/// <summary>Subscribes to alarms, asks for the pending ones, acknowledges.</summary>
internal static class AlarmRequests
{
    private const int LanguagesWhereAllAreRefused = 3;
    private const short Unlimited = -1;

    public static async Task<S7PlusAlarmSubscription> SubscribeAsync(
        S7PlusConnection connection,
        S7PlusAlarmOptions options,
        CancellationToken cancellationToken
    )
    {
        if (options.Credit is not 0 and (< 2 or > 200))
            throw new ArgumentOutOfRangeException(nameof(options), options.Credit, "A credit is 0, or 2 to 200.");
        ArgumentOutOfRangeException.ThrowIfGreaterThan(options.Languages.Count, S7PlusAlarmOptions.MostLanguages);
        ArgumentOutOfRangeException.ThrowIfLessThan(options.QueueLength, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(options.QueueBytes, 1);

        var languages = options.Languages.Select(static lcid => (uint)lcid).ToArray();
        try
        {
            return await SubscribeAsync(connection, options, languages, cancellationToken).ConfigureAwait(false);
        }
        catch (S7PlusRefusedException) when (languages.Length == 0)
        {
            // Some CPUs do not send all languages unless they are named, and no more than three.
            var known = await LanguagesOfAsync(connection, cancellationToken).ConfigureAwait(false);
            if (known.Length == 0)
                throw;
            return await SubscribeAsync(connection, options, known, cancellationToken).ConfigureAwait(false);
        }
    }

    public static async Task<S7PlusPendingAlarms> ReadPendingAsync(S7PlusConnection connection, CancellationToken cancellationToken)
    {
        var answer = await connection
            .AskAsync(PendingAlarms.Request(), (ref from) => PendingAlarms.ReadAnswer(ref from), cancellationToken)
            .ConfigureAwait(false);
        if (answer.Result.IsError)
            throw new S7PlusRefusedException(
                $"{connection.Host} does not list its alarms: {ReturnCodes.Describe(answer.Result)}",
                answer.Result
            );
        var records = new List<AlarmRecord>();
        var isWhole = PendingAlarms.Read(answer.Objects, records);
        return new S7PlusPendingAlarms(await connection.TextLists.ComposeAsync(records, cancellationToken).ConfigureAwait(false), isWhole);
    }

    public static async Task AcknowledgeAsync(S7PlusConnection connection, ulong id, CancellationToken cancellationToken)
    {
        var result = await connection
            .AskAsync(AckJob.Request(id), (ref from) => new S7PlusReturnValue(from.Vlq64()), cancellationToken)
            .ConfigureAwait(false);
        if (result.IsError)
            throw new S7PlusRefusedException($"{connection.Host} does not acknowledge the alarm: {ReturnCodes.Describe(result)}", result);
    }

    private static async Task<S7PlusAlarmSubscription> SubscribeAsync(
        S7PlusConnection connection,
        S7PlusAlarmOptions options,
        uint[] languages,
        CancellationToken cancellationToken
    )
    {
        var subscription = new S7PlusAlarmSubscription(connection, options);
        var credit = options.Credit == 0 ? Unlimited : (short)options.Credit;
        var what = AlarmSubscriptionObject.Describe(connection.Subscriptions.NextRid(), languages, credit);
        await PlusSubscriptionRequests.CreateAsync(connection, what, subscription, cancellationToken).ConfigureAwait(false);
        return subscription;
    }

    private static async Task<uint[]> LanguagesOfAsync(S7PlusConnection connection, CancellationToken cancellationToken)
    {
        var (_, value) = await connection
            .AskAsync(
                SingleVariable.Get(AlarmIds.TextContainer, AlarmIds.CpuLanguages),
                (ref from) => SingleVariable.ReadGetAnswer(ref from),
                cancellationToken
            )
            .ConfigureAwait(false);
        var languages = new List<uint>();
        foreach (var lcid in value is null ? default : value.Numbers)
        {
            if (lcid is > 0 and <= ushort.MaxValue && languages.Count < LanguagesWhereAllAreRefused)
                languages.Add((uint)lcid);
        }
        return [.. languages];
    }
}
