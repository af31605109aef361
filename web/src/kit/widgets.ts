/** The widgets that feature panels may use: the only access to the component library besides the kit's own parts. */
export {
  Alert,
  Button,
  Checkbox,
  Dropdown,
  Empty,
  Input,
  InputNumber,
  Modal,
  Progress,
  Select,
  Skeleton,
  Tabs,
} from 'antd';
