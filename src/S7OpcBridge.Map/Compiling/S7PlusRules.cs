using S7OpcBridge.Core;
using S7OpcBridge.Map.RawConfig.Plcs;
using S7OpcBridge.S7;

namespace S7OpcBridge.Map.Compiling;

/// <summary>Checks which keys of a PLC are allowed with <c>protocol: s7plus</c>, and which only with it.</summary>
internal static class S7PlusRules
{
    public static void Check(RawPlc plc, S7Profile profile, FindingList findings)
    {
        if (plc.Plus.IsWanted)
            CheckPlus(plc, profile, findings);
        else
            CheckClassic(plc, findings);
    }

    public static S7PlusSettings? SettingsOf(RawPlc plc) =>
        !plc.Plus.IsWanted
            ? null
            : new S7PlusSettings
            {
                Password = plc.Plus.Password,
                User = plc.Plus.User ?? "",
                Certificate = plc.Plus.Certificate ?? S7PlusCertificateRule.FirstUse,
                Subscriptions = plc.Plus.Subscriptions ?? S7PlusSubscriptions.Auto,
            };

    private static void CheckClassic(RawPlc plc, FindingList findings)
    {
        if (!plc.Plus.PasswordSpot.IsNone)
            findings.Error(
                plc.Plus.PasswordSpot,
                "'password' goes with 'protocol: s7plus'; add that, or give an S7-300, 400 or WinAC its session password "
                    + "with 'passwordFile'"
            );
        if (!plc.Plus.CertificateSpot.IsNone)
            findings.Error(
                plc.Plus.CertificateSpot,
                "'certificate' goes with 'protocol: s7plus', because classic S7 has no certificates; add that, or remove " + "it"
            );
        if (!plc.Plus.SubscriptionsSpot.IsNone)
            findings.Error(plc.Plus.SubscriptionsSpot, "'subscriptions' goes with 'protocol: s7plus'; add that, or remove it");
    }

    private static void CheckPlus(RawPlc plc, S7Profile profile, FindingList findings)
    {
        var spot = plc.NameSpot.IsNone ? plc.Spot : plc.NameSpot;
        if (profile.Name is not ("s7-1500" or "s7-1200" or "generic"))
            findings.Error(
                spot,
                $"a PLC of profile {profile.Name} does not speak S7CommPlus over TLS; remove 'protocol: s7plus', or write 'profile: s7-1500' "
                    + "or 's7-1200'"
            );
        if (!plc.AddressingSpot.IsNone)
            findings.Error(
                plc.AddressingSpot,
                "rack, slot, TSAPs and kind of connection are keys of classic S7; remove them, or 'protocol: s7plus'"
            );
        if (plc.PduSize is not null)
            findings.Error(spot, "'pduSize' is a key of classic S7; remove it, or 'protocol: s7plus'");
        if (!plc.PasswordSpot.IsNone)
            findings.Error(
                plc.PasswordSpot,
                "'passwordFile' is a key of classic S7; with 'protocol: s7plus' write 'password: { file: … }'"
            );
        if (plc.MaxJobs is > 16)
            findings.Error(spot, $"'maxJobs' is {plc.MaxJobs}, and with 'protocol: s7plus' it is 16 at most; lower it");
        if (!plc.Plus.PasswordSpot.IsNone && !plc.Plus.HasPasswordFile)
            findings.Error(plc.Plus.PasswordSpot, "the password has no 'file'; add the name of a file with the password in its only line");
    }
}
