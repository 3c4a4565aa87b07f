using S7OpcBridge.S7Plus.Objects;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Alarms;

/// <summary>The object whose creation subscribes to alarms: a subscription without items, and in it what selects the alarms.</summary>
internal static class AlarmSubscriptionObject
{
    /// <summary>The function class of subscriptions to alarms.</summary>
    public const byte FunctionClass = 2;

    private const byte Route = 2;
    private const byte WithTexts = 3;
    private const uint EmptyList = 0x8001_0000;
    private const int DomainSlots = 10;

    /// <param name="rid">A number that no other subscription of the session has.</param>
    /// <param name="languages">The languages of the texts; empty: all.</param>
    /// <param name="credit">Notifications that may come before the credit is renewed; −1: no limit.</param>
    public static PlusObject Describe(uint rid, ReadOnlySpan<uint> languages, short credit)
    {
        // The server numbers this one: a number of ours would be valid for the whole CPU, and two clients would have the same.
        var selection = new PlusObject { Rid = PlusIds.NewRidOnServer, Class = AlarmIds.SubscriptionRefClass };
        Select(selection, "S7OpcBridge", languages);
        return Describe(rid, selection, credit);
    }

    /// <summary>The subscription around a selection of alarms.</summary>
    public static PlusObject Describe(uint rid, PlusObject selection, short credit)
    {
        var result = new PlusObject { Rid = rid, Class = PlusIds.SubscriptionClass };
        Set(result, PlusIds.Name, PlusValue.WString($"Subscription_{rid}"));
        Set(result, PlusIds.SubscriptionFunctionClass, PlusValue.USInt(FunctionClass));
        Set(result, PlusIds.SubscriptionMissedSendings, PlusValue.UInt(0));
        Set(result, PlusIds.SubscriptionSubsystemError, PlusValue.LInt(0));
        Set(result, PlusIds.SubscriptionRouteMode, PlusValue.USInt(Route));
        Set(result, PlusIds.SubscriptionActive, PlusValue.Bool(true));
        Set(result, PlusIds.SubscriptionReferences, PlusValue.UDIntArray([EmptyList, 0, 0], ValueFlags.AddressArray));
        Set(result, PlusIds.SubscriptionCycle, PlusValue.UDInt(0));
        Set(result, PlusIds.SubscriptionDelay, PlusValue.UDInt(0));
        Set(result, PlusIds.SubscriptionDisabled, PlusValue.USInt(0));
        Set(result, PlusIds.SubscriptionCount, PlusValue.USInt(0));
        Set(result, PlusIds.SubscriptionCredit, PlusValue.Int(credit));
        Set(result, PlusIds.SubscriptionTicks, PlusValue.UInt(ushort.MaxValue));
        result.Children.Add(selection);
        return result;
    }

    /// <summary>Selects the alarms of all domains, with their texts.</summary>
    public static void Select(PlusObject selection, string name, ReadOnlySpan<uint> languages)
    {
        Set(selection, PlusIds.Name, PlusValue.WString(name));
        Set(selection, AlarmIds.TriggerMode, PlusValue.USInt(WithTexts));
        Set(selection, AlarmIds.Domains, Numbers(ValueFlags.Array, new ulong[DomainSlots]));
        Set(selection, AlarmIds.DomainFilter, Numbers(ValueFlags.AddressArray, [ushort.MaxValue]));
        Set(selection, AlarmIds.Languages, PlusValue.UDIntArray(languages, ValueFlags.AddressArray));
        Set(selection, AlarmIds.SendTexts, PlusValue.Bool(true));
        selection.Relations.Add(new PlusRelation(AlarmIds.ItsSubsystem, AlarmIds.Subsystem));
    }

    private static PlusValue Numbers(byte form, ulong[] numbers) => new(form, WireType.UInt, 0, numbers);

    private static void Set(PlusObject target, uint attribute, PlusValue value) => target.Attributes.Add(new PlusMember(attribute, value));
}
