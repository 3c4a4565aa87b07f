using S7OpcBridge.S7Plus.Legitimation;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Objects;
using S7OpcBridge.S7Plus.Values;
using S7OpcBridge.Simulator.Plus.Symbols;

namespace S7OpcBridge.Simulator.Plus.Serving;

/// <summary>The objects of one connection: its session with version, challenge and password, and its subscriptions.</summary>
internal sealed class PlusObjects(SoftPlus plus, PlusSession session)
{
    // Pre-legitimated: the return value of a CPU with TLS for a new session.
    private const ulong PreLegitimated = 0x6022_8000_012B_0011;
    private const ulong Unprotected = 0;

    public void CreateSession(ref PlusReader from, PlusAnswer answer)
    {
        ObjectLife.ReadCreateRequest(ref from, hasIntegrity: false);
        if (!plus.TryAddSession())
        {
            answer.To.Vlq64(PlusCodes.TooManySessions);
            answer.To.Byte(0);
            answer.To.UInt32(0);
            session.IsOver = true;
            return;
        }

        session.Id = plus.NextId();
        session.SubscriptionsId = plus.NextId();
        answer.To.Vlq64(plus.Access == SoftAccess.Unprotected ? Unprotected : PreLegitimated);
        answer.To.Byte(2);
        answer.To.Vlq(session.Id);
        answer.To.Vlq(session.SubscriptionsId);
        SessionObject().Write(answer.To);
        answer.To.UInt32(0);
    }

    /// <summary>Reads an attribute of the session; null: there is none such.</summary>
    public PlusValue? AttributeOf(uint target, uint attribute) =>
        target != session.Id
            ? null
            : attribute switch
            {
                PlusIds.ProtectionLevel => PlusValue.UDInt(session.IsUnlocked ? (uint)SoftAccess.Full : (uint)plus.Access),
                PlusIds.SessionChallenge => PlusValue.USIntArray(session.NewChallenge()),
                _ => null,
            };

    /// <summary>Answers the read of an attribute.</summary>
    /// <param name="value">Null: there is none such.</param>
    public static void AnswerGet(PlusValue? value, PlusAnswer answer, uint integrity)
    {
        answer.To.Vlq64(value is null ? PlusCodes.NoObject : PlusCodes.Ok);
        answer.To.Byte(0);
        (value ?? new PlusValue(0, WireType.Null, 0, null)).Write(answer.To);
        answer.To.Vlq(answer.Integrity(integrity));
        answer.To.UInt32(0);
    }

    /// <summary>Sets an attribute: a password, the credit of a subscription.</summary>
    public void Set(uint target, uint attribute, PlusValue value, PlusAnswer answer, uint integrity)
    {
        var result = PlusCodes.NoObject;
        if (target == session.Id && attribute is (PlusIds.SessionResponse or PlusIds.Legitimate))
        {
            result =
                IsOldForm != (attribute == PlusIds.SessionResponse) ? PlusCodes.NotAllowed
                : Check(value) ? PlusCodes.Granted
                : PlusCodes.WrongPassword;
            session.NewChallenge();
            session.IsUnlocked |= result == PlusCodes.Granted;
        }
        else if (attribute == PlusIds.SubscriptionCredit && session.Subscriptions.TryGetValue(target, out var subscription))
        {
            subscription.Credit = (short)value.Bits;
            result = PlusCodes.Ok;
        }
        else if (attribute == PlusIds.SubscriptionCredit && session.AlarmSubscriptions.TryGetValue(target, out var alarms))
        {
            alarms.Credit = (short)value.Bits;
            result = PlusCodes.Ok;
        }

        answer.Result(result, integrity);
    }

    /// <summary>Deletes the session, all its subscriptions or one of them. Returns the result.</summary>
    public ulong Delete(uint target)
    {
        if (target == session.Id)
        {
            session.IsOver = true;
            return PlusCodes.Ok;
        }

        if (target == session.SubscriptionsId)
        {
            foreach (var id in session.Subscriptions.Keys.Concat(session.AlarmSubscriptions.Keys).ToArray())
                Remove(id);
            return PlusCodes.Ok;
        }

        return Remove(target) ? PlusCodes.Ok : PlusCodes.NoObject;
    }

    /// <summary>Deletes all objects of the connection.</summary>
    public async Task CloseAsync()
    {
        foreach (var subscription in session.Subscriptions.Values)
        {
            await subscription.StopAsync();
            plus.RemoveSubscription(subscription.Items);
        }

        foreach (var subscription in session.AlarmSubscriptions.Values)
        {
            await subscription.StopAsync();
            plus.RemoveSubscription(0);
        }

        session.Subscriptions.Clear();
        session.AlarmSubscriptions.Clear();
        if (session.Id != 0)
            plus.RemoveSession();
        session.Id = 0;
    }

    private bool Remove(uint id)
    {
        if (session.AlarmSubscriptions.Remove(id, out var alarms))
        {
            alarms.Stop();
            plus.RemoveSubscription(0);
            return true;
        }

        if (!session.Subscriptions.Remove(id, out var subscription))
            return false;
        subscription.Stop();
        plus.RemoveSubscription(subscription.Items);
        return true;
    }

    private bool IsOldForm => !(plus.Options.TakesNewPasswords ?? LegitimationForms.ForCpu(plus.Options.Cpu) == LegitimationForm.New);

    private bool Check(PlusValue value)
    {
        if (IsOldForm)
        {
            var hash = value.Bytes.ToArray();
            if (hash.Length != OldLegitimation.Length)
                return false;
            for (var i = 0; i < hash.Length; i++)
                hash[i] ^= session.Challenge[i];
            return plus.Opens("", hash);
        }

        return NewLegitimation.Open(value.Bytes, session.Challenge, session.ExporterSecret) is { } opened
            && plus.Opens(opened.User, opened.Password);
    }

    private PlusObject SessionObject()
    {
        var found = new PlusObject { Rid = session.Id, Class = PlusIds.SessionClass };
        found.Attributes.Add(new PlusMember(PlusIds.SessionChallenge, PlusValue.USIntArray(session.Challenge)));
        found.Attributes.Add(
            new PlusMember(
                PlusIds.SessionVersion,
                PlusValue.Struct(
                    PlusIds.SessionVersionStruct,
                    new PlusMember(315, PlusValue.UDInt(512)),
                    new PlusMember(PlusIds.SessionProject, PlusValue.UDInt(plus.Options.HasProject ? 512u : 0)),
                    new PlusMember(317, PlusValue.UDInt(0x2100)),
                    new PlusMember(318, PlusValue.UDInt(0x2100)),
                    new PlusMember(PlusIds.SessionPlc, PlusValue.WString(plus.Options.Cpu)),
                    new PlusMember(320, PlusValue.WString("2;1082")),
                    new PlusMember(321, PlusValue.UInt(3))
                )
            )
        );
        return found;
    }
}
