namespace S7OpcBridge.Map.RawConfig.Mqtt;

/// <summary>An entry of <c>mqtt</c> as written, with locations. What is null was not given, or has a finding.</summary>
internal sealed class RawMqtt(SourceFile file, SourceLocation spot)
{
    /// <summary>The file that it stands in, for the place of the buffer.</summary>
    public SourceFile File => file;

    public SourceLocation Spot => spot;

    public string? Name { get; set; }

    public SourceLocation NameSpot { get; set; }

    public Uri? Broker { get; set; }

    public SourceLocation BrokerSpot { get; set; }

    public string? ClientId { get; set; }

    public SourceLocation ClientIdSpot { get; set; }

    public string? User { get; set; }

    public string? Password { get; set; }

    /// <summary>None: no password was given, not even a faulty one.</summary>
    public SourceLocation PasswordSpot { get; set; }

    public MqttCertificate? Certificate { get; set; }

    public SourceLocation CertificateSpot { get; set; }

    public MqttTrust? Trust { get; set; }

    public SourceLocation TrustSpot { get; set; }

    public bool AllowInsecure { get; set; }

    public MqttFormat Format { get; set; }

    public MqttFields? Fields { get; set; }

    public SourceLocation FieldsSpot { get; set; }

    public string? Topic { get; set; }

    public SourceLocation TopicSpot { get; set; }

    public string? TopicPrefix { get; set; }

    public SourceLocation TopicPrefixSpot { get; set; }

    public RawMqttRate Publish { get; } = new();

    public List<RawMqttTagRule> Tags { get; } = [];

    /// <summary>None: no list was given.</summary>
    public SourceLocation TagsSpot { get; set; }

    public int Values { get; set; } = MqttBuffer.DefaultValues;

    public string Folder { get; set; } = MqttBuffer.DefaultFile;

    public TimeSpan Keep { get; set; } = MqttBuffer.DefaultKeep;

    public bool? Retain { get; set; }

    public SourceLocation RetainSpot { get; set; }

    public int? Qos { get; set; }

    public SourceLocation QosSpot { get; set; }

    public RawSparkplug? Sparkplug { get; set; }

    public TimeSpan Settle { get; set; } = MqttSettings.DefaultSettle;

    public RawMqttCommands? Commands { get; set; }
}

/// <summary>Who an entry is to hosts of Sparkplug, as written.</summary>
internal sealed class RawSparkplug(SourceLocation spot)
{
    public SourceLocation Spot => spot;

    public string? Group { get; set; }

    public SourceLocation GroupSpot { get; set; }

    public string? Node { get; set; }

    public SourceLocation NodeSpot { get; set; }

    public string? Host { get; set; }

    public SourceLocation HostSpot { get; set; }
}

/// <summary>When is published, as written.</summary>
internal sealed class RawMqttRate
{
    public SourceLocation Spot { get; set; }

    public TimeSpan? Interval { get; set; }

    public TimeSpan? OnChange { get; set; }

    public SourceLocation OnChangeSpot { get; set; }

    public int? KeyFrame { get; set; }

    public SourceLocation KeyFrameSpot { get; set; }
}

/// <summary>A rule of <c>tags</c> as written.</summary>
internal sealed class RawMqttTagRule(SourceLocation spot)
{
    public SourceLocation Spot => spot;

    public TagGlob? Include { get; set; }

    public TagGlob? Exclude { get; set; }

    /// <summary>The one that is given; null: neither.</summary>
    public TagGlob? Pattern => Include ?? Exclude;

    public SourceLocation PatternSpot { get; set; }

    public RawMqttRate? Publish { get; set; }
}

/// <summary>Writes by messages, as written.</summary>
internal sealed class RawMqttCommands(SourceLocation spot)
{
    public SourceLocation Spot => spot;

    public List<(TagGlob Pattern, SourceLocation Spot)> Allow { get; } = [];

    public string? User { get; set; }

    public SourceLocation UserSpot { get; set; }

    public string? Topic { get; set; }

    public SourceLocation TopicSpot { get; set; }
}
