using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Jobs;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Objects;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Client;

/// <summary>Creates subscriptions and renews their credit.</summary>
internal static class PlusSubscriptionRequests
{
    private const byte ChangeCounter = 1;
    private const uint NewList = 0x8000_0000;
    private const uint NewItem = 0x8004_0000;
    private const byte OnlyChanges = 0x20;
    private const byte EachCycle = 0x14;
    private const short Unlimited = -1;

    public static async Task<S7PlusSubscription> CreateAsync(
        S7PlusConnection connection,
        ReadOnlyMemory<S7PlusItem> items,
        S7PlusSubscriptionOptions options,
        S7PlusNotified notified,
        CancellationToken cancellationToken
    )
    {
        if (items.IsEmpty)
            throw new ArgumentException("A subscription takes at least one item.", nameof(items));
        ArgumentOutOfRangeException.ThrowIfLessThan(options.Cycle, S7PlusSubscriptionOptions.ShortestCycle);
        if (options.Credit is not 0 and (< 2 or > 200))
            throw new ArgumentOutOfRangeException(nameof(options), options.Credit, "A credit is 0, or 2 to 200.");

        var subscription = new S7PlusSubscription(connection, new ItemSlots(items.Span), options, notified);
        var what = Describe(connection.Subscriptions.NextRid(), items.Span, options);
        await CreateAsync(connection, what, subscription, cancellationToken).ConfigureAwait(false);
        return subscription;
    }

    /// <summary>Creates the object of a subscription and registers who is notified.</summary>
    /// <exception cref="S7PlusRefusedException">The CPU does not create it.</exception>
    public static async Task CreateAsync(
        S7PlusConnection connection,
        PlusObject what,
        INotified notified,
        CancellationToken cancellationToken
    )
    {
        var job = new SubscribeJob(ObjectLife.Create(connection.Ids.Subscriptions, what), connection.Subscriptions, notified);
        await connection.SubmitAsync(job, cancellationToken).ConfigureAwait(false);
        if (!job.Result.IsError && job.Id != 0)
            return;
        // After an error an object may remain, which would occupy resources of the CPU.
        if (job.Id != 0)
            await connection.AskAsync(ObjectLife.Delete(job.Id), (ref _) => true, cancellationToken).ConfigureAwait(false);
        throw new S7PlusRefusedException(
            $"{connection.Host} does not create the subscription: {ReturnCodes.Describe(job.Result)}",
            job.Result
        );
    }

    /// <summary>Allows the CPU more notifications. Does not wait for the sending.</summary>
    public static void Renew(S7PlusConnection connection, uint subscription, short limit)
    {
        _ = RenewAsync();

        async Task RenewAsync()
        {
            try
            {
                await connection.SubmitAsync(Credit(subscription, limit), CancellationToken.None).ConfigureAwait(false);
            }
            catch (S7PlusException)
            {
                // A dead link is reported elsewhere.
            }
        }
    }

    /// <summary>The object to create.</summary>
    public static PlusObject Describe(uint rid, ReadOnlySpan<S7PlusItem> items, S7PlusSubscriptionOptions options)
    {
        var credit = options.Credit == 0 ? Unlimited : (short)options.Credit;
        var result = new PlusObject { Rid = rid, Class = PlusIds.SubscriptionClass };
        Set(result, PlusIds.Name, PlusValue.WString($"Subscription_{rid}"));
        Set(result, PlusIds.SubscriptionFunctionClass, PlusValue.USInt(0));
        Set(result, PlusIds.SubscriptionMissedSendings, PlusValue.UInt(0));
        Set(result, PlusIds.SubscriptionSubsystemError, PlusValue.LInt(0));
        Set(result, PlusIds.SubscriptionRouteMode, PlusValue.USInt(options.EveryCycle ? EachCycle : OnlyChanges));
        Set(result, PlusIds.SubscriptionActive, PlusValue.Bool(true));
        Set(result, PlusIds.SubscriptionReferences, PlusValue.UDIntArray(List(items), ValueFlags.AddressArray));
        Set(result, PlusIds.SubscriptionCycle, PlusValue.UDInt((uint)options.Cycle.TotalMilliseconds));
        Set(result, PlusIds.SubscriptionDisabled, PlusValue.USInt(0));
        Set(result, PlusIds.SubscriptionCount, PlusValue.USInt(0));
        Set(result, PlusIds.SubscriptionCredit, PlusValue.Int(credit));
        Set(result, PlusIds.SubscriptionTicks, PlusValue.UInt(ushort.MaxValue));
        Set(result, PlusIds.SubscriptionLast, PlusValue.USInt(0));
        return result;
    }

    /// <summary>Allows the CPU more notifications. Not answered.</summary>
    public static S7PlusJob Credit(uint subscription, short limit) =>
        new AnswerJob<bool>(
            SingleVariable.Set(subscription, PlusIds.SubscriptionCredit, PlusValue.Int(limit)) with
            {
                Flags = TransportFlags.NoAnswer,
            },
            (ref _) => true
        );

    // Area and checksum have another order here than in reads. References count from 1.
    private static uint[] List(ReadOnlySpan<S7PlusItem> items)
    {
        var list = new List<uint> { NewList | (ChangeCounter << 16), 0, (uint)items.Length };
        for (var i = 0; i < items.Length; i++)
        {
            var address = items[i].Address;
            list.AddRange([NewItem | (uint)(1 + address.Lids.Length), (uint)(i + 1), 0, address.Area, address.Crc, address.SubArea]);
            list.AddRange(address.Lids);
        }
        return [.. list];
    }

    private static void Set(PlusObject target, uint attribute, PlusValue value) => target.Attributes.Add(new PlusMember(attribute, value));
}
