using System.Security.Cryptography;

namespace S7OpcBridge.Map.Compiling.Checks;

/// <summary>Checks whether this platform has the algorithms of the security policies, and whether there are better ones.</summary>
internal static class PolicyChecks
{
    private const string Elliptic = "ECC_",
        AesSuffix = "_AesGcm",
        ChaChaSuffix = "_ChaChaPoly";

    public static void Check(IReadOnlyList<string> policies, SourceLocation spot, FindingList findings)
    {
        foreach (var policy in policies)
        {
            if (policy.StartsWith(Elliptic, StringComparison.Ordinal) && !HasCurve(policy.Split('_')[1]))
                findings.Error(spot, $"the policy {policy} needs an elliptic curve that this platform does not have; remove it");
            else if (IsOf(policy, AesSuffix) && !AesGcm.IsSupported || IsOf(policy, ChaChaSuffix) && !ChaCha20Poly1305.IsSupported)
                findings.Error(spot, $"the policy {policy} needs a cipher that this platform does not have; remove it");
            else if (policy.StartsWith(Elliptic, StringComparison.Ordinal) && !IsOf(policy, AesSuffix) && !IsOf(policy, ChaChaSuffix))
                findings.Warning(
                    spot,
                    $"the policy {policy} is deprecated; write {policy}{AesSuffix}, beside it while clients need the old one"
                );
        }
    }

    private static bool IsOf(string policy, string suffix) => policy.EndsWith(suffix, StringComparison.Ordinal);

    private static bool HasCurve(string name)
    {
        try
        {
            using var key = ECDsa.Create(ECCurve.CreateFromFriendlyName(name));
            return true;
        }
        catch (Exception error) when (error is PlatformNotSupportedException or CryptographicException)
        {
            return false;
        }
    }
}
