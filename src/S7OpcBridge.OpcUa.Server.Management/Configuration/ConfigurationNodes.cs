using S7OpcBridge.OpcUa.Server.Discovery;
using S7OpcBridge.OpcUa.Server.InformationModel;

namespace S7OpcBridge.OpcUa.Server.Management.Configuration;

/// <summary>The values of ServerConfiguration and of its trust list.</summary>
internal static class ConfigurationNodes
{
    public static void SetValues(Namespace0 nodes, CertificateManagement stores, TrustListFile trust, UaServerOptions options)
    {
        nodes.SetValue(ConfigurationIds.SupportedPrivateKeyFormats, Variant.FromArray(BuiltInType.String, PushedKey.Formats));
        nodes.SetValue(ConfigurationIds.MaxTrustListSize, Variant.From((uint)stores.MaxTrustListSize));
        nodes.SetValue(ConfigurationIds.MulticastDnsEnabled, Variant.From(false));
        nodes.SetValue(ConfigurationIds.HasSecureElement, Variant.From(false));
        nodes.SetValue(ConfigurationIds.ServerCapabilities, Variant.FromArray(BuiltInType.String, AdvertisedCapabilities.From(options)));
        nodes.SetValue(ConfigurationIds.ApplicationUri, Variant.From(options.ApplicationUri));
        nodes.SetValue(ConfigurationIds.ProductUri, Variant.From(options.Build.ProductUri));
        nodes.SetValue(ConfigurationIds.ApplicationType, Variant.From((int)ApplicationType.Server));
        nodes.SetValue(
            ConfigurationIds.CertificateTypes,
            Variant.FromArray(BuiltInType.NodeId, new NodeId[] { ConfigurationIds.RsaSha256ApplicationCertificateType })
        );
        nodes.SetValue(ConfigurationIds.Size, _ => Variant.From((ulong)trust.Size));
        nodes.SetValue(ConfigurationIds.OpenCount, _ => Variant.From((ushort)trust.OpenCount));
        nodes.SetValue(ConfigurationIds.Writable, Variant.From(true));
        nodes.SetValue(ConfigurationIds.UserWritable, Variant.From(true));
        nodes.SetValue(ConfigurationIds.LastUpdateTime, _ => Variant.FromDateTime(UaTime.FromTicks(stores.TrustChanged().UtcTicks)));
    }
}
