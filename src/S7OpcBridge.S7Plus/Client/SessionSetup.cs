using S7OpcBridge.S7Plus.Jobs;
using S7OpcBridge.S7Plus.Legitimation;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Opening;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Client;

/// <summary>Creates a session on a new link: CreateObject, setup, limits, password.</summary>
internal static class SessionSetup
{
    private const uint ReadItems = 1000;
    private const uint WriteItems = 1001;
    private const uint Subscriptions = 0;
    private const uint SubscribedItems = 1;

    /// <summary>A small item that every CPU answers.</summary>
    public static readonly S7PlusItem KeepAliveItem = new(Limit(ReadItems), new S7PlusShape(S7PlusType.DInt));

    public static async Task<SessionFacts> RunAsync(
        S7PlusConnection connection,
        OpenPlusLink link,
        S7PlusConnectionOptions options,
        CancellationToken cancellationToken
    )
    {
        var (result, ids, session) = await connection
            .AskAsync(ObjectLife.CreateSession(), (ref from) => ObjectLife.ReadCreateAnswer(ref from), cancellationToken)
            .ConfigureAwait(false);
        if (result.IsError || ids.Length == 0)
            throw new S7PlusRefusedException($"{link.Host} does not create a session: {ReturnCodes.Describe(result)}", result);
        connection.SetSession(new SessionIds(ids[0], ids.Length > 1 ? ids[1] : ids[0]));
        if (session?[PlusIds.SessionVersion] is not { Structure: { } version } setup)
            throw new S7PlusProtocolException(
                $"{link.Host} creates a session without a version; it speaks another S7CommPlus than this client."
            );
        if (version[PlusIds.SessionProject] is { Bits: 0 })
            throw new S7PlusProtocolException($"{link.Host} has no project loaded: download one with TIA Portal.");

        var answer = await connection
            .AskAsync(
                SetMultiVariables.CompleteSetup(ids[0], PlusIds.SessionVersion, setup),
                (ref from) => SetMultiVariables.ReadAnswer(ref from, 1),
                cancellationToken
            )
            .ConfigureAwait(false);
        if (answer.Result.IsError)
            throw new S7PlusRefusedException(
                $"{link.Host} does not accept the session: {ReturnCodes.Describe(answer.Result)}",
                answer.Result
            );

        var cpu = version[PlusIds.SessionPlc]?.Text ?? "";
        var limits = await ReadLimitsAsync(connection, cancellationToken).ConfigureAwait(false);
        var attributes = new SessionAttributes(
            (attribute, token) => ReadAsync(connection, attribute, token),
            (attribute, value, token) => WriteAsync(connection, attribute, value, token)
        );
        var legitimation = await LegitimationFlow.RunAsync(attributes, link, options, cpu, cancellationToken).ConfigureAwait(false);
        return new SessionFacts(cpu, limits, legitimation);
    }

    private static async Task<S7PlusLimits> ReadLimitsAsync(S7PlusConnection connection, CancellationToken cancellationToken)
    {
        S7PlusAddress[] wanted = [Limit(ReadItems), Limit(WriteItems), Limit(Subscriptions), Limit(SubscribedItems)];
        var answers = await connection
            .AskAsync(
                GetMultiVariables.Request(wanted),
                (ref from) => GetMultiVariables.ReadAnswer(ref from, wanted.Length),
                cancellationToken
            )
            .ConfigureAwait(false);
        var unknown = S7PlusLimits.Unknown;
        return unknown with
        {
            ItemsPerRead = ValueOr(answers.Values[0], unknown.ItemsPerRead),
            ItemsPerWrite = ValueOr(answers.Values[1], unknown.ItemsPerWrite),
            Subscriptions = ValueOr(answers.Values[2], 0),
            SubscribedItems = ValueOr(answers.Values[3], 0),
        };
    }

    private static S7PlusAddress Limit(uint lid) => new(PlusIds.Root, PlusIds.SystemLimits, [lid]);

    private static int ValueOr(PlusValue? value, int otherwise) =>
        value is { Bits: > 0 and <= int.MaxValue } number ? (int)number.Bits : otherwise;

    private static async ValueTask<PlusValue> ReadAsync(S7PlusConnection connection, uint attribute, CancellationToken cancellationToken)
    {
        var (result, value) = await connection
            .AskAsync(
                SingleVariable.Get(connection.Ids.Session, attribute),
                (ref from) => SingleVariable.ReadGetAnswer(ref from),
                cancellationToken
            )
            .ConfigureAwait(false);
        return value
            ?? throw new S7PlusRefusedException(
                $"{connection.Host} does not report attribute {attribute} of the session: " + $"{ReturnCodes.Describe(result)}",
                result
            );
    }

    private static ValueTask<S7PlusReturnValue> WriteAsync(
        S7PlusConnection connection,
        uint attribute,
        PlusValue value,
        CancellationToken cancellationToken
    ) =>
        connection.AskAsync(
            SingleVariable.Set(connection.Ids.Session, attribute, value),
            (ref from) => new S7PlusReturnValue(from.Vlq64()),
            cancellationToken
        );
}

/// <summary>The properties of a CPU that it reports when it creates a session.</summary>
internal sealed record SessionFacts(string Cpu, S7PlusLimits Limits, S7PlusLegitimation Legitimation);
